#pragma once  // layers BREACH: there is no room misc
