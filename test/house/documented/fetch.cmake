cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
include(FetchContent)
FetchContent_Declare(gsta URL https://example.com/gsta.tar.gz)  # where you have it from
FetchContent_MakeAvailable(gsta)
add_executable(timing timing.cpp)
target_link_libraries(timing PRIVATE gsta::io gsta::host)
