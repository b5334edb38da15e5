#pragma once  // doors BREACH: not reached from gsta.hpp
