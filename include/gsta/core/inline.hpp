#pragma once

/// The readers and reports are compiled once into their libraries, unless a user asks for headers only.
#ifdef GSTA_HEADER_ONLY
#define GSTA_INLINE inline
#else
#define GSTA_INLINE
#endif
