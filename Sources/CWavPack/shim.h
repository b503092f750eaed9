#pragma once
#if __has_include(<wavpack/wavpack.h>)
#include <wavpack/wavpack.h>
#else
#include <wavpack.h>
#endif
