/* Copying a kept instance while others reset its scope, register anew, and reuse memory.
 *
 * Models, of Sources/Resolver/Engine: Readers.swift (begin, end, awaitReaders), Frame+Lookup.swift (holdReplaced), Frame+Step.swift
 * (keptStep, claimOrCopy, copy, claim), Frame+End.swift (keep, endCopy), InstanceCell.swift (empty, free), Registry.swift (change),
 * Environment+Changes.swift (change, drop), Environment.swift (reset), Lock.swift (changing, Garbage.release).
 *
 * Memory order. Exchanges, compare-and-exchanges and loads "in order" have one total order: here they are steps. A plain store
 * ends a mark, and reaches other threads at any later time: it goes through `late`, which the process Memory empties. An
 * exchange begins a mark, without `late`. holding.pml and constructing.pml have the references of registrations.
 *
 * Shown: no thread touches a registration or a value that is released; a value that is held weakly is not replaced while a
 * thread holds its object; a thread that waits for readers goes on at last.
 *
 * run: -DROUNDS=2
 * broken: -DROUNDS=2 -DPLAIN_MARK      "holders["  a mark begins with a plain store, which the writer may not see
 * broken: -DROUNDS=2 -DNOBODY_WAITS    "isAllocated[v]"  what is removed is released at once
 * broken: -DROUNDS=2 -DMARK_TOO_SHORT  "holders["  the mark ends before the claim, so the word may be another value's
 */
#define READERS 2
#define VALUES 3
/* What a mark says that its thread reads. */
#define TABLE 1
#define CELL(r) (2 + r)
/* What a cell has: nothing, a value, or the frame of a reader. */
#define NOTHING 0
#define VALUE(v) (1 + v)
#define FRAME(t) (1 + VALUES + t)
#define isValue(word) (word >= VALUE(0) && word < FRAME(0))
#define value(word) (word - VALUE(0))

byte mark[READERS], late[READERS];     /* `late` has a store that is on its way, plus 1 */
bit locked, isWeak;
byte inForce;                          /* the table's word for the one key there is */
byte references[2], cell[2];
bit isRetired[2], isAllocated[VALUES];
byte holders[VALUES];                  /* of the object that a value holds weakly */
byte held[READERS] = VALUES;           /* the value whose object a reader holds */

inline lock() { atomic { !locked -> locked = 1 } }
inline unlock() { locked = 0 }

#ifdef PLAIN_MARK
inline beginRead(what) { atomic { late[t] == 0 -> late[t] = 1 + what } }
#else
inline beginRead(what) { d_step { late[t] = 0; mark[t] = what } }
#endif
inline endRead() { atomic { late[t] == 0 -> late[t] = 1 } }
active proctype Memory() {
end: do
    :: d_step { late[0] != 0 -> mark[0] = late[0] - 1; late[0] = 0 }
    :: d_step { late[1] != 0 -> mark[1] = late[1] - 1; late[1] = 0 }
    od
}
#ifdef NOBODY_WAITS
inline awaitReaders(what) { skip }
#else
inline awaitReaders(what) { mark[0] != what; mark[1] != what }
#endif

/* Releases a value. Its object may live on, but its holders are no longer counted. */
inline release(v) {
    d_step {
        assert(isAllocated[v]); isAllocated[v] = 0; holders[v] = 0;
        if :: held[0] == v -> held[0] = VALUES :: else fi;
        if :: held[1] == v -> held[1] = VALUES :: else fi
    }
}
/* Drops a reference; with the last one, the cell and its value are released. */
inline releaseRegistration(r) {
    d_step { assert(references[r] > 0); references[r]-- }
    if
    :: d_step { references[r] == 0 && isValue(cell[r]) -> word = cell[r]; cell[r] = NOTHING }; release(value(word))
    :: else
    fi
}

proctype Reader(byte t) {
    byte round, r, word, v;
    do
    :: round == ROUNDS -> break
    :: else ->
        round++;
        beginRead(TABLE); r = inForce;
        d_step { assert(references[r] > 0); references[r]++ }
        endRead();
look:   if                             /* an empty cell is claimed without a mark */
        :: d_step { cell[r] == NOTHING -> cell[r] = FRAME(t); word = NOTHING }; goto making :: cell[r] != NOTHING fi;
        beginRead(CELL(r)); word = cell[r];
        if
        :: isValue(word) ->
            v = value(word); assert(isAllocated[v]);
            if
            :: !isWeak -> assert(isAllocated[v]); endRead(); goto done
            :: d_step { isWeak && holders[v] > 0 -> holders[v]++; held[t] = v }; assert(isAllocated[v]); endRead(); goto done
            :: isWeak && holders[v] == 0         /* gone */
            fi
        :: word >= FRAME(0) -> endRead(); cell[r] != word; goto look
        :: word == NOTHING
        fi;
#ifdef MARK_TOO_SHORT
        endRead();
#endif
        if                             /* claim */
        :: d_step { cell[r] == word -> assert(!isValue(word) || holders[value(word)] == 0); cell[r] = FRAME(t) }
        :: cell[r] != word -> endRead(); goto look
        fi;
        endRead();
        if :: isValue(word) -> lock(); unlock(); awaitReaders(CELL(r)); release(v) :: else fi;
making: lock();                        /* keep */
        if
        :: cell[r] == FRAME(t) && !isRetired[r] ->
            d_step {
                v = 0; do :: isAllocated[v] -> v++ :: else -> break od;
                assert(v < VALUES); isAllocated[v] = 1;
                if :: isWeak -> holders[v] = 1; held[t] = v :: else fi
            }
            cell[r] = VALUE(v)
        :: cell[r] == FRAME(t) && isRetired[r] -> cell[r] = NOTHING
        :: cell[r] != FRAME(t)
        fi;
        unlock();
done:   skip;
        d_step { if :: held[t] != VALUES -> holders[held[t]]--; held[t] = VALUES :: else fi; v = 0 };
        releaseRegistration(r)
    od
}

proctype Writer() {
    byte round, old, word;
    do
    :: round == ROUNDS -> break
    :: else ->
        round++; lock(); old = inForce;
        if
        :: references[1 - old] == 0 -> /* registers again */
            d_step { references[1 - old] = 1; cell[1 - old] = NOTHING; isRetired[1 - old] = 0 }
            inForce = 1 - old;
            d_step { word = cell[old]; cell[old] = NOTHING }
            isRetired[old] = 1; unlock();
            awaitReaders(TABLE);
            if :: isValue(word) -> awaitReaders(CELL(old)); release(value(word)) :: else fi;
            releaseRegistration(old)
        :: d_step { word = cell[old]; if :: isValue(word) -> cell[old] = NOTHING :: else fi }    /* resets */
            unlock();
            if :: isValue(word) -> awaitReaders(CELL(old)); release(value(word)) :: else fi
        fi
    od
}

init { atomic { references[0] = 1; if :: isWeak = 1 :: isWeak = 0 fi; run Reader(0); run Reader(1); run Writer() } }
