#pragma once

// Compilers stop at a file that is not there: all they print is this, not what C++17 makes of the rest.
#if __cplusplus < 202002L
#include "gsta needs C++20: compile with -std=c++20"
#endif

#include <cassert>

#ifdef __FAST_MATH__
#error "gsta promises the same bits everywhere: compile without -ffast-math"
#endif

/// Marks a function that runs on the host and on the device.
#ifdef __CUDACC__
#define GSTA_HD __host__ __device__
#else
#define GSTA_HD
#endif

/// In front of a function for both that calls what its template's arguments have, which may be the host's
/// alone: then nothing on a device calls it.
#ifdef __CUDACC__
#define GSTA_AS_ARGUMENTS _Pragma("nv_exec_check_disable")
#else
#define GSTA_AS_ARGUMENTS
#endif

/// In front of a loop that a device's compiler is not to repeat in code: where bodies are long, caches of
/// instructions are what is short.
#ifdef __CUDA_ARCH__
#define GSTA_ROLLED _Pragma("unroll 1")
#else
#define GSTA_ROLLED
#endif

/// A function that a device is to call, not to inline, so that code stays small.
#ifdef __CUDACC__
#define GSTA_CALLED __noinline__
#else
#define GSTA_CALLED
#endif

/// Checks an internal promise in debug builds; bad input is reported by exceptions, never by this.
#define GSTA_ASSERT(condition) assert(condition)

/// A function that is compiled where it is called, and costs those nothing who only include it.
#define GSTA_LAZY template <int...>

/// What gsta::host has compiled is only declared for those who link it; else it is inline, or lazy.
#ifdef GSTA_COMPILED_HOST
#define GSTA_HOST_INLINE
#define GSTA_HOST_LAZY
#else
#define GSTA_HOST_INLINE inline
#define GSTA_HOST_LAZY GSTA_LAZY
#endif

/// What gsta::device has compiled is only declared for programs that link it; else it is inline.
#ifdef GSTA_COMPILED_DEVICE
#define GSTA_DEVICE_INLINE
#else
#define GSTA_DEVICE_INLINE inline
#endif
