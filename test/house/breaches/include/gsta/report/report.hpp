#include "src/report/rows.hpp"  // layers BREACH: a header includes a source's
