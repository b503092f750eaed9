#include <AudioToolbox/AUComponent.h>
