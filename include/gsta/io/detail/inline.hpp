#pragma once

/// The readers are compiled once into the library gsta::io, unless a user asks for headers only.
#ifdef GSTA_HEADER_ONLY
#define GSTA_INLINE inline
#else
#define GSTA_INLINE
#endif
