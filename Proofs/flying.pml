/* A flight: one asynchronous construction, which others join, leave, reset and close. Models, of Sources/Resolver/Engine:
 * Flight.swift (join, leave, land, cancel, wait), Environment+Closing.swift (close), Ending.swift (take, settle).
 *
 * Askers join the cell's flight or begin one, and may be cancelled; the last one to leave cancels the construction. A reset
 * takes the flight out of the cell. The end refuses new constructions, cancels all flights under way, also those that were
 * reset, waits until they have landed, and closes what is kept. Each atomic block is one section under the lock.
 *
 * Shown: no asker waits for ever. An asker is given what a construction has made, but not the failure of a construction that
 * was cancelled before the asker came. There is no second construction while one is in the cell. An instance is closed at most
 * once; once the end is over, it is neither kept nor being made.
 * run:    -DASKERS=2 -DRESETS=1
 * run:    -DASKERS=3 -DRESETS=0
 * broken: -DASKERS=2 -DRESETS=0 -DLATE_NOT_TOLD          "outcome[a]"  an asker after the cancellation gets its failure
 * broken: -DASKERS=2 -DRESETS=1 -DKEPT_AFTER_RESET       "kept==0"  a flight that was reset still keeps its instance
 * broken: -DASKERS=2 -DRESETS=0 -DNO_REFUSAL             "isOver"  the end does not refuse new constructions
 * broken: -DASKERS=2 -DRESETS=0 -DNO_WAIT                "underWay==0"  the end does not wait for flights under way
 * broken: -DASKERS=2 -DRESETS=1 -DCELL_ALONE             "underWay==0"  the end only waits for the flight in the cell
 * broken: -DASKERS=2 -DRESETS=0 -DLAST_STAYS             "landed["  the last waiter counts itself when it leaves
 */
#ifdef NO_REFUSAL
#define mayBegin true
#else
#define mayBegin (!closing)
#endif
#ifdef KEPT_AFTER_RESET
#define isCurrent(f) true
#else
#define isCurrent(f) (cell == f)
#endif
#ifdef LATE_NOT_TOLD
#define failure(a) FAILED
#else
#define failure(a) (late[a] -> AGAIN : FAILED)
#endif
#ifdef LAST_STAYS
#define isLast (others == 1)
#else
#define isLast (others == 0)
#endif
#if defined(NO_WAIT)
#define haveLanded true
#elif defined(CELL_ALONE)
#define haveLanded (cell == 0)
#else
#define haveLanded (underWay == 0)
#endif

#define FLIGHTS 5
mtype = { ASKING, WAITS, MADE, FAILED, AGAIN, REFUSED, CANCELLED };

/* The cell's flight, and the one whose instance it keeps; the numbers of flights, of resets, and of flights under way. */
byte cell, kept, flights, resets, underWay;
bool closing, isOver;
bool cancelled[FLIGHTS + 1], landed[FLIGHTS + 1];
byte startedAt[FLIGHTS + 1];

/* The outcome of each asker, the flight in which it waits, and whether it came after that flight was cancelled. */
mtype outcome[ASKERS];
byte waitsFor[ASKERS], ended;
bool late[ASKERS];

proctype Construction(byte f) {
    bool isMade;
    byte a;
    /* The construction succeeds, or sees that it is cancelled, which it may overlook. */
    if
    :: isMade = true
    :: cancelled[f] -> isMade = false
    fi;
    atomic {
        landed[f] = true; underWay--;
        if
        :: isMade && isCurrent(f) -> assert(kept == 0 && startedAt[f] == resets); kept = f
        :: else
        fi;
        if :: cell == f -> cell = 0 :: else fi;
        a = 0;
        do
        :: a < ASKERS && outcome[a] == WAITS && waitsFor[a] == f ->
            if
            :: isMade -> outcome[a] = MADE
            :: else -> outcome[a] = failure(a); assert(outcome[a] != FAILED || !late[a])
            fi;
            a++
        :: a < ASKERS && !(outcome[a] == WAITS && waitsFor[a] == f) -> a++
        :: a == ASKERS -> break
        od
    }
}

proctype Asker(byte me) {
    byte a, others;
again:
    atomic {
        outcome[me] = ASKING;
        if
        :: kept != 0 -> assert(!isOver); outcome[me] = MADE
        :: kept == 0 && cell != 0 -> waitsFor[me] = cell; late[me] = cancelled[cell]; outcome[me] = WAITS
        :: kept == 0 && cell == 0 && mayBegin ->
            assert(!isOver && flights < FLIGHTS);
            flights++; underWay++; cell = flights; startedAt[cell] = resets;
            waitsFor[me] = cell; late[me] = false; outcome[me] = WAITS; run Construction(cell)
        :: kept == 0 && cell == 0 && !mayBegin -> outcome[me] = REFUSED
        fi
    }
    if
    :: outcome[me] != WAITS
    :: atomic {
        /* The asker is cancelled, and stops waiting; the last one cancels the construction. */
        outcome[me] == WAITS -> outcome[me] = CANCELLED;
        a = 0; others = 0;
        do
        :: a < ASKERS -> others = others + (outcome[a] == WAITS && waitsFor[a] == waitsFor[me] && !late[a]); a++
        :: a == ASKERS -> break
        od;
        if
        :: isLast && !landed[waitsFor[me]] -> cancelled[waitsFor[me]] = true
        :: else
        fi;
        assert(others > 0 || cancelled[waitsFor[me]] || landed[waitsFor[me]]) }
    fi;
    if :: outcome[me] == AGAIN -> goto again :: else fi;
    ended++
}

proctype Resetter() {
    do
    :: resets < RESETS -> atomic { cell = 0; kept = 0; resets++ }
    :: resets == RESETS -> break
    od
}

proctype End() {
    byte f;
    closing = true;
    atomic { for (f : 1 .. flights) { cancelled[f] = cancelled[f] || !landed[f] } }
    atomic { haveLanded -> assert(underWay == 0 && cell == 0); kept = 0; isOver = true }
}

init {
    byte a;
    atomic {
        do :: a < ASKERS -> run Asker(a); a++ :: a == ASKERS -> break od;
        run Resetter();
        run End()
    }
    /* Nothing waits for ever: spin reports an end state in which this is not reached. */
    ended == ASKERS && isOver;
    assert(kept == 0)
}
