#ifndef GATE_PROCESS_H
#define GATE_PROCESS_H

/* No core dumps, and no tracing by the user's other processes (prctl(2), PR_SET_DUMPABLE; RLIMIT_CORE).
   0, or the errno of the call that failed. */
int gate_forbid_dumps(void);

#endif
