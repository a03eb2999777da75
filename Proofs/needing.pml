/* Constructions that still need something when their container is closed, or their run ends.
 *
 * Models, of Sources/Resolver/Engine: Refusal.swift (refusalStep, partRefusing), TaskRun.swift (refuses), Ending.swift (take).
 *
 * A construction, and a task that it has started and that may outlive it, may ask for a part, which the same end closes: it
 * claims the part, then asks whether it is refused. The end refuses it, unless it waits for the construction: it waits for each
 * that has not ended, also for one that a reset has taken out of its cell. The end waits for constructions, and for a part that
 * is claimed. Each atomic block is one section under the engine's lock, or one exchange.
 *
 * Shown: a construction for which the end waits is given what it needs; once the end is over, no part is kept.
 *
 * run:    -DAS_IT_IS
 * broken: -DALL_MAY_ASK            "isOver"  a task that has outlived its construction is given parts
 * broken: -DIN_CELL_MAY_ASK        "refused"  the end waits for a construction that was reset, but refuses what it needs
 * broken: -DIN_CELL_IS_AWAITED     "isOver"  such a construction is given parts, but the end does not wait for it
 * broken: -DNONE_MAY_ASK           "refused"  the end refuses constructions for which it waits
 * broken: -DCLAIM_NOT_SEEN         "isOver"  the end does not wait for a part that is claimed
 * broken: -DASKED_BEFORE           "isOver"  the asker asks whether it is refused before it claims
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

/* The construction in the cell; how many have not landed; how many processes, and which constructions, have ended. */
byte cell, underWay, ended;
bool hasEnded[CONSTRUCTIONS + 1];
mtype part = NOT_THERE;
bool closing, isOver;

/* Asks for the part, as a construction, or as a task that the construction has started. */
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
    /* The construction lands. */
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
    /* Nothing waits for ever: spin reports an end state in which this is not reached. */
    isOver && ended == 2 * begun + 1;
    assert(part == NOT_THERE)
}
