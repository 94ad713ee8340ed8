#include <iconv.h>
#include <zbar.h>
