/* Holding a registration without a reference, while it is replaced.
 *
 * Models, of Sources/Resolver/Engine: Readers.swift (begin, end, awaitReaders), Held.swift (hold, endHold, leave, release),
 * Frame+Lookup.swift (holdReplaced), Registry.swift (change), Lock.swift (Garbage.release).
 *
 * Memory order. Exchanges and loads "in order" have one total order: here they are steps. The plain stores that write a hold
 * and then end the mark reach other threads later, in this order: they go through `late`, which the process Memory empties.
 *
 * Shown: no thread uses a registration that is released. Each registration that was replaced is released in the end, even if
 * nothing is registered any more.
 *
 * run: -DROUNDS=2
 * broken: -DROUNDS=2 -DPLAIN_HOLD_END  "isReleased[0]"  a hold ends by a plain store, so the writer may still see it
 * broken: -DROUNDS=2 -DLOOKS_FIRST     "isReleased[0]"  the holder looks for what was left before it ends its hold, not after
 * broken: -DROUNDS=2 -DHOLD_TOO_LATE   "isReleased[used]"  the hold begins after the mark has ended
 * broken: -DROUNDS=2 -DSAID_TOO_LATE   "isReleased[0]"  the writer looks for holds before it says that something is left, and
 *                                      not again
 */
#define READERS 2
#define REGISTRATIONS 3
#define NOTHING REGISTRATIONS
/* The values of a mark. */
#define FREE 0
#define READING 1
/* The stores on their way: a hold and the end of its mark; only the end of the mark; the end of the hold. */
#define HOLD_AND_END 1
#define END 2
#define HOLD_END 3

byte mark[READERS], held[READERS] = NOTHING;
byte late[READERS], lateHold[READERS];
bit locked, areAny;
byte inForce;                               /* the table's word */
bit isReleased[REGISTRATIONS], isLeft[REGISTRATIONS];
byte ended;                                 /* how many processes have ended */

inline lock() { atomic { !locked -> locked = 1 } }
inline unlock() { locked = 0 }

active proctype Memory() {
end: do
    :: d_step { late[0] == HOLD_AND_END -> held[0] = lateHold[0]; late[0] = END }
    :: d_step { late[1] == HOLD_AND_END -> held[1] = lateHold[1]; late[1] = END }
    :: d_step { late[0] == END -> mark[0] = FREE; late[0] = 0 }
    :: d_step { late[1] == END -> mark[1] = FREE; late[1] = 0 }
    :: d_step { late[0] == HOLD_END -> held[0] = NOTHING; late[0] = 0 }
    :: d_step { late[1] == HOLD_END -> held[1] = NOTHING; late[1] = 0 }
    od
}

/* Looks at the hold of each thread in turn, while they change. */
inline lookForHolds(r) {
    isHeld = 0;
    if :: held[0] == r -> isHeld = 1 :: else fi;
    if :: held[1] == r -> isHeld = 1 :: else fi
}

/* Releases the registrations that were left and that no thread holds. */
inline releaseLeft() {
    lock();
    r = 0;
    do
    :: r < REGISTRATIONS ->
        if
        :: isLeft[r] ->
            lookForHolds(r);
            if :: !isHeld -> d_step { assert(!isReleased[r]); isReleased[r] = 1; isLeft[r] = 0 } :: else fi
        :: else
        fi;
        r++
    :: else -> break
    od;
    if :: !isLeft[0] && !isLeft[1] && !isLeft[2] -> areAny = 0 :: else fi;
    unlock()
}

proctype Reader(byte t) {
    byte round, used, r;
    bit isHeld, wereAny;
    do
    :: round == ROUNDS -> break
    :: else ->
        round++;
        d_step { late[t] == 0 -> mark[t] = READING }
        used = inForce;
#ifdef HOLD_TOO_LATE
        late[t] = END; late[t] == 0; held[t] = used;
#else
        d_step { lateHold[t] = used; late[t] = HOLD_AND_END }
#endif
        assert(!isReleased[used]);
#ifdef LOOKS_FIRST
        wereAny = areAny;
#endif
        assert(!isReleased[used]);          /* the last use */
#ifdef PLAIN_HOLD_END
        atomic { late[t] == 0 -> late[t] = HOLD_END }
#else
        d_step { late[t] == 0 -> held[t] = NOTHING }    /* an exchange comes after all stores before it */
#endif
#ifndef LOOKS_FIRST
        wereAny = areAny;
#endif
        if :: wereAny -> releaseLeft() :: else fi
    od;
    ended++
}

proctype Writer() {
    byte next, former, r;
    bit isHeld;
    do
    :: next == REGISTRATIONS - 1 -> break
    :: else ->
        next++;
        lock(); former = inForce; inForce = next; unlock();
        mark[0] == FREE; mark[1] == FREE;               /* awaitReaders */
        lookForHolds(former);
        if
        :: isHeld ->
            lock(); isLeft[former] = 1; areAny = 1; unlock();
#ifndef SAID_TOO_LATE
            releaseLeft()
#endif
        :: else -> d_step { assert(!isReleased[former]); isReleased[former] = 1 }
        fi
    od;
    ended++
}

init {
    atomic { run Reader(0); run Reader(1); run Writer() }
    ended == 3;
    assert(isReleased[0] && isReleased[1])
}
