/* Preparing: the registration hook and containers that register themselves, across threads, beside kept instances.
 *
 * Models, of Sources/Resolver/Engine: Preparation.swift (Preparation.run), Waiting.swift (isAwaited, breakCircle, wait,
 * end), Environment+Hook.swift (runHook, run, finishHook, rearmHook), Frame+Step.swift (wait) as far as
 * it ends a wait for a preparation; of Sources/SafeFacade/Containers: DeclarationDetails+Container.swift (prepare),
 * SelfRegistration.swift (arm, finish).
 *
 * Each thread first needs the hook (0), a container (1) or an instance (2, 3). What it then runs needs one more of these, and
 * so on, DEPTH in all: a preparation may need what another thread makes, and a factory what another thread prepares. Another
 * thread arms the hook and the container again, which gives each a new preparation. A locked section is one step. A reset by
 * the thread that runs a preparation arms nothing, so it is no step.
 *
 * Shown: nothing hangs. A preparation runs once. A thread that goes on before a preparation has ended runs it, or could not
 * wait for it. No deadlock is reported in which a thread waits for a preparation. What is armed again while it is being
 * prepared does not count as prepared.
 *
 * run: -DTHREADS=2 -DDEPTH=2 -DARMINGS=1
 * run: -DTHREADS=2 -DDEPTH=3 -DARMINGS=0
 * run: -DTHREADS=3 -DDEPTH=2 -DARMINGS=0
 * broken: -DTHREADS=2 -DDEPTH=2 -DARMINGS=0 -DALWAYS_WAITS  "end state"  two preparing threads wait for each other
 * broken: -DTHREADS=2 -DDEPTH=3 -DARMINGS=0 -DNEVER_BREAKS  "waitsFor["  a preparation in a circle is reported as a deadlock
 * broken: -DTHREADS=2 -DDEPTH=2 -DARMINGS=1 -DFINISHES_LATE  "isReady["  the second arming is lost
 */
#define NOBODY 99
#define isPreparation(what) (what < 2)
#define PREPARATION(what, number) (2 * number + what)
#define instanceOf(what) (what - 2)

/* A preparation is an object; arming puts the next one in its place. */
byte current[2];                               /* Hook.preparation, SelfRegistration.preparation */
bit isDone[2 * (ARMINGS + 1)], hasEnded[2 * (ARMINGS + 1)];
byte runner[2 * (ARMINGS + 1)] = NOBODY;       /* Preparation.thread */
bit isReady[2];                                /* hasRunHook, !isUnprepared: read without the lock */
byte cell[2] = NOBODY;                         /* the thread that makes it, then KEPT */
#define KEPT 98
byte waitsFor[THREADS] = NOBODY, awaited[THREADS];     /* Wait.thread, Wait.awaited */
bit isOver[THREADS], wasBroken[THREADS];
#define waits(x) (waitsFor[x] != NOBODY && !isOver[x])
#define INSTANCE 50

inline walk(other) {                           /* isAwaited */
    x = other;
    do
    :: x == t -> break
    :: x != t && waits(x) -> x = waitsFor[x]
    :: x != t && !waits(x) -> x = NOBODY; break
    od
}
inline breakCircle(other) {                    /* lets the first go on that waits for a preparation */
    x = other;
    do
    :: x == t || !waits(x) -> break
    :: x != t && waits(x) && awaited[x] < INSTANCE -> isOver[x] = 1; wasBroken[x] = 1; x = NOBODY; break
    :: x != t && waits(x) && awaited[x] >= INSTANCE -> x = waitsFor[x]
    od
}
inline endWaits(what) {
    for (x : 0 .. THREADS - 1) { if :: waits(x) && awaited[x] == what -> isOver[x] = 1 :: else fi }
}

proctype Thread(byte t) {
    byte d, x, need[DEPTH], object[DEPTH];
    bit mayGoOn, hasFailed;
choose:
    if :: need[d] = 0 :: need[d] = 1 :: need[d] = 2 :: need[d] = 3 fi;
again:
    if :: !isPreparation(need[d]) -> goto make :: isPreparation(need[d]) && isReady[need[d]] -> goto ended :: else fi;
    object[d] = PREPARATION(need[d], current[need[d]]);
    atomic {                                   /* Preparation.run */
        mayGoOn = 0;
        if
        :: isDone[object[d]] -> goto hasRun
        :: !isDone[object[d]] && runner[object[d]] == NOBODY -> runner[object[d]] = t; goto body
        :: !isDone[object[d]] && runner[object[d]] == t -> mayGoOn = 1; goto hasRun
        :: else
        fi;
        x = NOBODY;
#ifndef ALWAYS_WAITS
        walk(runner[object[d]]);
#endif
        if
        :: x == t -> mayGoOn = 1; goto hasRun
        :: else -> waitsFor[t] = runner[object[d]]; awaited[t] = object[d]; x = 0
        fi
    }
    atomic { isOver[t] -> waitsFor[t] = NOBODY; awaited[t] = 0; isOver[t] = 0; mayGoOn = wasBroken[t]; wasBroken[t] = 0 }
    goto hasRun;
body:
    if :: d + 1 < DEPTH -> d++; goto choose :: true fi;
bodyEnded:
    assert(!hasEnded[object[d]]); hasEnded[object[d]] = 1;
    atomic { if :: need[d] == 0 && PREPARATION(0, current[0]) == object[d] -> isReady[0] = 1 :: else fi };  /* finishHook */
    atomic { isDone[object[d]] = 1; runner[object[d]] = NOBODY; endWaits(object[d]); x = 0 }
hasRun:
    if :: !isDone[object[d]] -> assert(mayGoOn); goto ended :: else fi;
#ifdef FINISHES_LATE
    if :: need[d] == 1 && PREPARATION(1, current[1]) == object[d] -> isReady[1] = 1 :: else fi;
#else
    atomic { if :: need[d] == 1 && PREPARATION(1, current[1]) == object[d] -> isReady[1] = 1 :: else fi }
#endif
    goto again;

make:
    if
    :: cell[instanceOf(need[d])] == KEPT -> goto ended
    :: atomic { cell[instanceOf(need[d])] == NOBODY -> cell[instanceOf(need[d])] = t }
        if :: d + 1 < DEPTH -> d++; goto choose :: true fi;
made:   atomic { cell[instanceOf(need[d])] = (hasFailed -> NOBODY : KEPT); endWaits(INSTANCE + need[d]); x = 0 }
        goto ended
    :: cell[instanceOf(need[d])] < THREADS
    fi;
    atomic {                                   /* Frame.wait */
        if :: cell[instanceOf(need[d])] >= THREADS -> goto make :: else fi;
        if :: cell[instanceOf(need[d])] == t -> hasFailed = 1; goto ended :: else fi;  /* a cycle of its own */
look:   walk(cell[instanceOf(need[d])]);
#ifndef NEVER_BREAKS
        if :: x == t -> breakCircle(cell[instanceOf(need[d])]); if :: x == NOBODY -> goto look :: else fi :: else fi;
#endif
        if
        :: x != t -> waitsFor[t] = cell[instanceOf(need[d])]; awaited[t] = INSTANCE + need[d]; x = 0
        :: else ->                             /* reported: all of them must wait for instances */
            x = cell[instanceOf(need[d])];
            do :: x == t -> break :: else -> assert(waits(x) && awaited[x] >= INSTANCE); x = waitsFor[x] od;
            hasFailed = 1; goto ended
        fi
    }
    atomic { isOver[t] -> waitsFor[t] = NOBODY; awaited[t] = 0; isOver[t] = 0 }
    goto make;
ended:
    if
    :: d > 0 ->
        atomic { need[d] = 0; object[d] = 0; mayGoOn = 0; x = 0; d-- }
        if :: isPreparation(need[d]) -> goto bodyEnded :: else -> goto made fi
    :: else
    fi
}

proctype Arming() {
    byte round;
    for (round : 1 .. ARMINGS) {
        if :: atomic { current[0] = round; isReady[0] = 0 } :: atomic { current[1] = round; isReady[1] = 0 } fi
    }
}

proctype Watcher() {                           /* what counts as prepared is prepared */
    assert(!isReady[0] || hasEnded[PREPARATION(0, current[0])]);
    assert(!isReady[1] || hasEnded[PREPARATION(1, current[1])])
}

init { byte t; atomic { for (t : 0 .. THREADS - 1) { run Thread(t) }; run Arming(); run Watcher() } }
