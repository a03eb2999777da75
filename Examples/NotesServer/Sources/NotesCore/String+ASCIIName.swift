extension String {
    /// Whether it is 1 to so many letters, digits, '-', '_' or '.', all of them ASCII.
    ///
    /// So it looks like no other name, the database can compare it without case, and it has no more bytes than characters.
    func isASCIIName(upTo limit: Int) -> Bool {
        (1...limit).contains(utf8.count)
            && utf8.allSatisfy {
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}
