#pragma once

/// Reports are compiled once into the library gsta::sta, unless a user asks for headers only.
#ifdef GSTA_HEADER_ONLY
#define GSTA_REPORT_INLINE inline
#else
#define GSTA_REPORT_INLINE
#endif
