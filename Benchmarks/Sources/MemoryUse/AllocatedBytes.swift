#if canImport(Darwin)
import Darwin

/// The bytes that malloc has handed out and that were not freed.
func allocatedBytes() -> Int { mstats().bytes_used }
#elseif canImport(Glibc)
import CMalloc

/// The bytes that malloc has handed out and that were not freed.
func allocatedBytes() -> Int {
    let statistics = mallinfo2()
    return statistics.uordblks + statistics.hblkhd
}
#else
#error("MemoryUse knows the statistics of Darwin's and of glibc's malloc only")
#endif
