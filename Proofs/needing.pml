/* What constructions still need when their container is closed, or their run ends.
 *
 * Models, of Sources/Resolver/Engine: Refusal.swift (refusalStep), Environment+Closing.swift (partRefusing), TaskRun.swift
 * (refuses), Ending.swift (take).
 *
 * A construction, and a task that it has started and that may outlive it, may ask for a part which the same end takes: it
 * claims the part, then asks whether it is refused. The end refuses it unless it waits for the construction: that is any
 * that has not ended, also one that a reset has taken out of its cell. The end waits for constructions, and for a part that
 * is claimed. Each atomic block is one section under the engine's lock, or one exchange.
 *
 * It must hold that what the end waits for is given what it needs, and that once the end is over no part is kept.
 *
 * run:    -DAS_IT_IS
 * broken: -DALL_MAY_ASK            "isOver"  a task that has outlived its construction is given parts
 * broken: -DIN_CELL_MAY_ASK        "refused"  a construction that was reset is waited for, and refused what it needs
 * broken: -DIN_CELL_IS_AWAITED     "isOver"  it is given parts, and not waited for
 * broken: -DNONE_MAY_ASK           "refused"  the end refuses what it waits for
 * broken: -DCLAIM_NOT_SEEN         "isOver"  the end does not wait for a part that is claimed
 * broken: -DASKED_BEFORE           "isOver"  whether it is refused is asked before the claim
 */
#define isAwaited(f) (!hasEnded[f])
#ifdef IN_CELL_IS_AWAITED
#define isUnderWay (cell != 0)
#else
#define isUnderWay (underWay > 0)
#endif
#ifdef ALL_MAY_ASK
#define isRefused(f) false
#else
#ifdef IN_CELL_MAY_ASK
#define isRefused(f) (closing && cell != f)
#else
#ifdef NONE_MAY_ASK
#define isRefused(f) closing
#else
#define isRefused(f) (closing && !isAwaited(f))
#endif
#endif
#endif
#ifdef CLAIM_NOT_SEEN
#define isClaimed false
#else
#define isClaimed (part == CLAIMED)
#endif

#define CONSTRUCTIONS 2
mtype = { NOT_THERE, CLAIMED, KEPT };

/* The construction in the cell, how many have not landed, and who has ended. */
byte cell, underWay, ended;
bool hasEnded[CONSTRUCTIONS + 1];
mtype part = NOT_THERE;
bool closing, isOver;

/* One asks for the part: on behalf of a construction, or of a task that it has started. */
inline ask(f, isConstruction) {
#ifdef ASKED_BEFORE
    refused = isRefused(f);
#endif
    if
    :: atomic { part == NOT_THERE -> part = CLAIMED };
#ifndef ASKED_BEFORE
        atomic { refused = isRefused(f);
            assert(!(refused && isConstruction && isAwaited(f))) };
#endif
        if
        :: refused -> part = NOT_THERE
        :: else -> atomic { assert(!isOver); part = KEPT }
        fi
    :: true
    fi
}

proctype Started(byte f) {
    bool refused;
    ask(f, false);
    ended++
}

proctype Construction(byte f) {
    bool refused;
    ask(f, true);
    hasEnded[f] = true;
    /* It lands. */
    atomic {
        underWay--;
        if :: cell == f -> cell = 0 :: else fi;
        ended++
    }
}

proctype Resetter() { if :: atomic { cell = 0 } :: true fi; ended++ }

proctype End() {
    closing = true;
    atomic { !isUnderWay && !isClaimed -> part = NOT_THERE; isOver = true }
}

init {
    byte begun;
    atomic { run Resetter(); run End() }
    do
    :: atomic { begun < CONSTRUCTIONS && cell == 0 && !closing ->
        begun++; cell = begun; underWay++; run Construction(begun); run Started(begun) }
    :: break
    od;
    /* Nobody waits for ever: spin reports an end where this is not reached. */
    isOver && ended == 2 * begun + 1;
    assert(part == NOT_THERE)
}
