#pragma once

namespace gsta {

namespace detail {
struct row {};
void hidden();
}  // namespace detail

/// Builds.
///
/// Shapes: a. Cost: b. Where: c.
template <class E, class F = int>
  requires(sizeof(E) == 4)
inline int build(E const& exec, F f);  // comments BREACH: the comment has no Throws

void bare(int);  // comments BREACH: the comment has no Shapes and no Cost

/// One piece of arithmetic.
GSTA_HD inline float op(float x) noexcept { return x; }

/// Complete. Shapes: a. Cost: b. Where: c. Throws: nothing.
detail::row named();  // comments BREACH: names what is in detail::

struct fields {
  int a;  ///< What others are, the same. comments BREACH: the first sentence does not stand alone
  int b;  ///< What it says. The same.
  /// As above.
  int c;  // comments BREACH: the first sentence does not stand alone
  /// Runs.
  void run(detail::row const& row);                     // comments BREACH: names what is in detail::
  fields(int, int, int, int, int, int, int, int, int);  // comments BREACH: takes more than eight parameters

 private:
  void own(detail::row);
};

}  // namespace gsta
