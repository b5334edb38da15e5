// Nets that several cells drive at once, with what another timer makes of them. The library is
// examples/designs/counter/counter.lib.
#pragma once

#include <vector>

#include "gsta/core/units.hpp"

namespace gsta_test {

/// Drivers of one kind, of several sizes and of several functions: those with fewer arcs before and behind
/// those with more.
inline constexpr char mixed_netlist[] = R"(
module top (a, b, c, w, x, y, z);
  input a, b, c;
  output w, x, y, z;
  wire p, n, m, k, l;
  BUF p1 (.A(b), .Y(p));
  BUF n1 (.A(a), .Y(n));
  CLKBUF n2 (.A(p), .Y(n));
  NAND2 m1 (.A(n), .B(a), .Y(m));
  NAND2 m2 (.A(p), .B(c), .Y(m));
  INV k1 (.A(m), .Y(k));
  NAND2 k2 (.A(b), .B(c), .Y(k));
  NAND2 l1 (.A(c), .B(k), .Y(l));
  INV l2 (.A(a), .Y(l));
  XOR2 l3 (.A(m), .B(p), .Y(l));
  BUF out_w (.A(n), .Y(w));
  BUF out_x (.A(m), .Y(x));
  BUF out_y (.A(k), .Y(y));
  BUF out_z (.A(l), .Y(z));
endmodule
)";

inline constexpr char mixed_wires[] = R"(*D_NET n 5.0
*CONN
*I n1:Y O
*I n2:Y O
*I m1:A I
*I out_w:A I
*CAP
1 n1:Y 1.0
2 n2:Y 1.5
3 m1:A 0.5
4 out_w:A 2.0
*RES
1 n1:Y m1:A 0.4
2 n2:Y m1:A 0.9
3 m1:A out_w:A 1.3
*END

*D_NET m 7.5
*CONN
*I m1:Y O
*I m2:Y O
*I k1:A I
*I l3:A I
*I out_x:A I
*CAP
1 m1:Y 2
2 m2:Y 1
3 k1:A 0.5
4 l3:A 1
5 out_x:A 3
*RES
1 m1:Y m2:Y 0.6
2 m2:Y k1:A 0.3
3 k1:A l3:A 0.8
4 k1:A out_x:A 2.1
*END

*D_NET k 6.5
*CONN
*I k1:Y O
*I k2:Y O
*I l1:B I
*I out_y:A I
*CAP
1 k1:Y 1
2 k2:Y 1
3 l1:B 2
4 out_y:A 2.5
*RES
1 k1:Y l1:B 1.1
2 l1:B k2:Y 0.2
3 l1:B out_y:A 0.7
*END

*D_NET l 7.5
*CONN
*I l1:Y O
*I l2:Y O
*I l3:Y O
*I out_z:A I
*CAP
1 l1:Y 1
2 l2:Y 2
3 l3:Y 1.5
4 out_z:A 3
*RES
1 l1:Y out_z:A 0.5
2 l2:Y out_z:A 1.6
3 l3:Y l2:Y 0.4
*END
)";

/// What OpenSTA 3.1.0 (dmp_ceff_elmore) prints.
struct mixed_reference {
  char const* pin;
  gsta::per_condition<float> arrival, slew;
};
inline std::vector<mixed_reference> const mixed_by_loads{
    {"n1/Y", {19.9276, 17.9348, 19.9276, 17.9348}, {8.8403, 7.8813, 8.8403, 7.8813}},
    {"n2/Y", {46.2964, 41.3726, 46.2964, 41.3726}, {8.8403, 7.8813, 8.8403, 7.8813}},
    {"m1/Y", {21.6, 19.44, 60.2692, 63.693}, {15.9637, 14.4696, 17.1022, 15.392}},
    {"m2/Y", {27.1, 24.39, 43.4335, 44.4935}, {15.9637, 14.4696, 17.1022, 15.392}},
    {"k1/Y", {34.8443, 35.9994, 79.7984, 75.403}, {9.8218, 8.9117, 10.8247, 9.8428}},
    {"k2/Y", {14.3554, 12.9198, 23.8154, 21.4338}, {9.8218, 8.9117, 10.8247, 9.8428}},
    {"l1/Y", {21.3469, 19.2122, 89.5583, 93.029}, {4.9455, 4.4844, 5.3788, 4.8572}},
    {"l2/Y", {13.2469, 11.9222, 13.2469, 11.9222}, {4.9455, 4.4844, 5.0545, 4.5956}},
    {"l3/Y", {45.798, 45.802, 91.3242, 90.8438}, {4.9455, 4.4844, 21.874, 19.3671}},
    {"out_y/A", {14.3554, 12.9198, 79.7984, 75.403}, {18.8645, 17.2458, 24.79, 22.311}},
    {"out_z/A", {13.2469, 11.9222, 91.3242, 93.029}, {12.54, 11.286, 21.874, 19.6866}}};
inline std::vector<mixed_reference> const mixed_by_wires{
    {"n1/Y", {22.28, 19.972, 22.28, 19.972}, {13.98, 12.409, 13.98, 12.409}},
    {"n2/Y", {48.648, 43.41, 48.648, 43.41}, {13.98, 12.409, 13.98, 12.409}},
    {"m1/Y", {32.734, 29.234, 81.66, 84.122}, {37.079, 33.433, 37.997, 34.007}},
    {"m2/Y", {38.234, 34.184, 54.537, 54.273}, {37.079, 33.433, 37.997, 34.007}},
    {"k1/Y", {69.104, 71.033, 124.999, 120.597}, {27.887, 25.148, 28.846, 26.046}},
    {"k2/Y", {23.42, 20.948, 32.907, 29.492}, {27.887, 25.148, 28.846, 26.046}},
    {"l1/Y", {28.957, 25.973, 158.274, 160.95}, {19.369, 17.414, 19.805, 17.871}},
    {"l2/Y", {20.877, 18.708, 20.881, 18.714}, {19.369, 17.422, 19.805, 17.871}},
    {"l3/Y", {56.024, 55.813, 159.461, 153.027}, {19.369, 17.422, 73.117, 64.775}},
    {"out_y/A", {27.475, 24.999, 135.781, 131.331}, {57.1, 52.396, 63.11, 56.789}},
    {"out_z/A", {28.875, 26.677, 170.292, 164.725}, {51.716, 46.783, 75.158, 67.895}}};

}  // namespace gsta_test
