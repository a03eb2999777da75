#if canImport(Darwin)
import Darwin

/// How much memory malloc has given away and not been given back.
func allocatedBytes() -> Int { mstats().bytes_used }
#elseif canImport(Glibc)
import CMalloc

/// How much memory malloc has given away and not been given back.
func allocatedBytes() -> Int {
    let statistics = mallinfo2()
    return statistics.uordblks + statistics.hblkhd
}
#else
#error("MemoryUse knows the statistics of Darwin's and of glibc's malloc only")
#endif
