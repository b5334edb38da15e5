#pragma once

/// The one place that states the version: CMake reads it from here.
#define GSTA_VERSION_MAJOR 0
#define GSTA_VERSION_MINOR 2
#define GSTA_VERSION_PATCH 0
