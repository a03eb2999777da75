/* Making kept instances: claiming, waiting, throwing, resetting, and following which thread waits for which.
 *
 * Models, of Sources/Resolver/Engine: Frame+Step.swift (claimOrCopy, claim, wait), Frame+End.swift (keep, giveUp), Waiting.swift
 * (isAwaited, wait, end), InstanceCell.swift (empty), Environment.swift (reset), Environment+Changes.swift (drop).
 *
 * A thread asks for a service; its factory may ask for a second service, whose factory asks for none. A factory gives an
 * instance, throws, or gives one that cannot be kept. A reported deadlock ends the program; here it is thrown, so that the
 * other threads go on. A locked section is one step, as it touches at most one word that is changed without the lock. Copying
 * is one step, too: copying.pml models it.
 *
 * Shown: nothing hangs, so every deadlock is reported and no thread sleeps for ever. What is reported is a deadlock: every
 * thread of the circle sleeps, and the next one is making what it waits for. Threads that ask after a reset, and are answered
 * before the next reset, are given one instance.
 *
 * run: -DTHREADS=2 -DROUNDS=2 -DRESETS=1 -DCELLS=1 -DTHROWS=1
 * run: -DTHREADS=2 -DROUNDS=1 -DRESETS=1 -DCELLS=2 -DTHROWS=1
 * run: -DTHREADS=3 -DROUNDS=1 -DRESETS=0 -DCELLS=2 -DTHROWS=1
 * run: -DTHREADS=3 -DROUNDS=1 -DRESETS=0 -DCELLS=3 -DTHROWS=0
 * broken: -DTHREADS=2 -DROUNDS=1 -DRESETS=0 -DCELLS=2 -DTHROWS=1 -DNO_WALK      "end state"  nobody looks which thread waits
 * broken: -DTHREADS=3 -DROUNDS=2 -DRESETS=0 -DCELLS=3 -DTHROWS=1 -DSTALE_WAITS  "outcome["  an ended wait seems to go on
 * broken: -DTHREADS=2 -DROUNDS=1 -DRESETS=0 -DCELLS=1 -DTHROWS=1 -DLOST_WAKEUP  "end state"  a failure overlooks a waiter
 * broken: -DTHREADS=2 -DROUNDS=2 -DRESETS=1 -DCELLS=1 -DTHROWS=1 -DJOINS_STALE  "answer["  a reset is overlooked
 */
/* A cell has nothing, a value, or a frame, perhaps marked "awaited". A thread uses the addresses of its two frames again. */
#define NOTHING 0
#define VALUE 1
#define FRAME(t, d) (2 + 4 * t + 2 * d)
#define AWAITED 1
#define unmarked(word) (word & 254)
#define frame(word) ((word - 2) / 2)
#define threadOf(frame) (frame / 2)
#define own (2 * t + d)                /* this thread's innermost frame */
#define NOBODY 99

mtype = { none, made, cannotBeKept, failed };
byte cell[CELLS], lastReset, resets;
byte began[2 * THREADS];               /* Frame.resets */
byte waitsFor[THREADS] = NOBODY;       /* Wait.making */
mtype outcome[THREADS] = none;
/* For assertions only: which frames make something; which instance is given in one epoch, from a reset to the next. */
bit isMaking[2 * THREADS], serial[2 * THREADS];
byte epoch[CELLS], answer[CELLS], kept[CELLS], given[THREADS];
#define instance (1 + 2 * own + serial[own])

inline answered(service) {
    if :: asked[d] == epoch[key[d]] -> assert(answer[key[d]] == 0 || answer[key[d]] == service); answer[key[d]] = service
    :: else fi
}
inline tell(what, service) {           /* Waiting.swift, end */
    for (i : 0 .. THREADS - 1) {
        if :: waitsFor[i] == own && outcome[i] == none -> outcome[i] = what; given[i] = service :: else fi
    }
}
#ifdef STALE_WAITS
#define waits(x) (waitsFor[x] != NOBODY)
#else
#define waits(x) (waitsFor[x] != NOBODY && outcome[x] == none)
#endif

proctype Thread(byte t) {
    byte d, i, x, word, round, key[2], asked[2];
    bit keeps[2];
    mtype result;
begin:
    if :: key[0] = 0 :: CELLS > 1 -> key[0] = 1 :: CELLS > 2 -> key[0] = 2 fi;
ask:
    atomic { asked[d] = epoch[key[d]]; keeps[d] = 0 }
look:
    began[own] = resets;
    atomic { word = cell[key[d]]; if :: word == VALUE -> answered(kept[key[d]]) :: else fi }
    if
    :: word == VALUE -> result = made; goto ended
    :: word == NOTHING ->              /* claim */
        if
        :: d_step { cell[key[d]] == NOTHING -> cell[key[d]] = FRAME(t, d); isMaking[own] = 1; keeps[d] = 1 }; goto make
        :: cell[key[d]] != NOTHING -> goto look
        fi
    :: else
    fi;
    atomic {                           /* wait */
        result = none;
        if :: unmarked(cell[key[d]]) != unmarked(word) -> goto look :: else -> cell[key[d]] = cell[key[d]] | AWAITED fi;
        word = frame(unmarked(word)); x = (threadOf(word) == t -> t : NOBODY);
#ifndef JOINS_STALE
        if :: threadOf(word) != t && began[word] < lastReset -> cell[key[d]] = NOTHING; goto look :: else fi;
#endif
#ifndef NO_WALK
        x = threadOf(word); i = 0;     /* isAwaited */
        do
        :: x == t || i > THREADS -> break
        :: x != t && waits(x) && i <= THREADS -> x = threadOf(waitsFor[x]); i++
        :: x != t && !waits(x) -> x = NOBODY; break
        od;
#endif
        if
        :: x != t -> waitsFor[t] = word; outcome[t] = none
        :: else ->                     /* reported: it must be true */
            result = failed; x = word; assert(isMaking[x]);
            do
            :: threadOf(x) == t -> break
            :: else -> assert(outcome[threadOf(x)] == none); x = waitsFor[threadOf(x)]; assert(x != NOBODY && isMaking[x])
            od
        fi
    }
    if :: result == failed -> goto ended :: else fi;
    atomic {
        outcome[t] != none -> result = outcome[t]; waitsFor[t] = NOBODY; outcome[t] = none;
        if :: result == made -> answered(given[t]) :: else fi; given[t] = 0
    }
    if :: result == made -> goto ended :: result == failed -> goto look :: else /* cannotBeKept: each its own */ fi;
make:
    if :: d == 0 -> d = 1; if :: key[1] = 0 :: CELLS > 1 -> key[1] = 1 :: CELLS > 2 -> key[1] = 2 fi; goto ask :: true fi;
finish:
    if :: result = made :: THROWS -> result = cannotBeKept :: result = failed fi;
    if
    :: !keeps[d]
    :: keeps[d] && result == made -> atomic {      /* keep */
            isMaking[own] = 0; serial[own] = 1 - serial[own]; word = cell[key[d]];
            if
            :: unmarked(word) == FRAME(t, d) && lastReset <= began[own] -> cell[key[d]] = VALUE; kept[key[d]] = instance
            :: unmarked(word) == FRAME(t, d) && lastReset > began[own] -> cell[key[d]] = NOTHING
            :: else
            fi;
            answered(instance); if :: word != FRAME(t, d) -> tell(made, instance) :: else fi
        }
    :: keeps[d] && result != made ->                                   /* giveUp */
        if
        :: d_step { cell[key[d]] == FRAME(t, d) -> cell[key[d]] = NOTHING; isMaking[own] = 0 }
        :: d_step { cell[key[d]] != FRAME(t, d) -> isMaking[own] = 0 };
#ifndef LOST_WAKEUP
            atomic { if :: cell[key[d]] == (FRAME(t, d) | AWAITED) -> cell[key[d]] = NOTHING :: else fi; tell(result, 0) }
#endif
        fi
    fi;
ended:
    if :: d == 1 -> d = 0; goto finish :: d == 0 && round + 1 < ROUNDS -> round++; goto begin :: else fi
}

proctype Resetter() {
    byte round, k;
    for (round : 1 .. RESETS) {
        if
        :: d_step { resets++; lastReset = resets;      /* the scope, which has a list of what it keeps */
               for (k : 0 .. CELLS - 1) { epoch[k]++; answer[k] = 0; cell[k] = (cell[k] == VALUE -> NOTHING : cell[k]) } }
        :: d_step { epoch[0]++; answer[0] = 0; cell[0] = NOTHING }      /* one registration */
        fi
    }
}

init { byte t; atomic { for (t : 0 .. THREADS - 1) { run Thread(t) }; run Resetter() } }
