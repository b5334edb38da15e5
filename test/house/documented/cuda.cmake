cmake_minimum_required(VERSION 3.25)
project(mine LANGUAGES CXX)
find_package(gsta CONFIG REQUIRED COMPONENTS cuda)  # enables the CUDA language with C++20 if you have not
add_executable(timing timing.cu)
target_link_libraries(timing PRIVATE gsta::cuda)
