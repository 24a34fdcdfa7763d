/* What Swift cannot say of libc: macros, variadics, and calls that the compiler must not remove. */
#pragma once

#include "gate_memory.h"
#include "gate_process.h"
#include "gate_socket.h"
