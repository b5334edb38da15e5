exec ls
open x
source y
set_units -time 1ns
return
error never
