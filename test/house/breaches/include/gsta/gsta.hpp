#include "gsta/core/span.hpp"
#include "gsta/forward/plan.hpp"
#include "gsta/forward/propagate.hpp"
#include "gsta/misc/x.hpp"
#include "gsta/path/order.hpp"
#include "gsta/rc/elmore.hpp"
#include "gsta/slack/slack.hpp"
#include "gsta/sta/timer.hpp"  // layers BREACH: the umbrellas leave out io, report and sta
#include "gsta/weights/net.hpp"
