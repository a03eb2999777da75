import Foundation

extension ArraySlice<UInt8> {
    /// The index of the first byte of that value, as `firstIndex(of:)` finds it.
    ///
    /// The tour is built for debugging, where `firstIndex(of:)` is slow enough to take most of an import. `memchr` is
    /// not.
    func position(of byte: UInt8) -> Int? {
        withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress, let found = memchr(start, Int32(byte), bytes.count) else { return nil }
            return startIndex + (UnsafeRawPointer(found) - start)
        }
    }
}
