#include <vector>
int first;
int second;
int third;
