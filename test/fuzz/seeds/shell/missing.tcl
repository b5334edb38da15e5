proc p {} {
  report_clock_skew
}
foreach x {1 2} {
  p
}
