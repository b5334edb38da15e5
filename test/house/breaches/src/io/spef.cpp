#include "src/report/rows.hpp"  // layers BREACH: sources are seen only from their own room
