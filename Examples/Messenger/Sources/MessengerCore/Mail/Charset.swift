import Foundation

/// Bytes to text, for the character sets that mail uses.
enum Charset {
    /// Decodes with the named character set, or by a guess where it is unknown or does not fit.
    static func decode(_ bytes: some Sequence<UInt8>, named name: String?) -> String {
        guard let name else { return decodeGuessing(bytes) }
        // RFC 2231 allows a language behind an asterisk: `utf-8*en`.
        let key = name.trimmed().lowercased().split(separator: "*").first.map(String.init) ?? ""
        guard let encoding = encodings[key] else { return decodeGuessing(bytes) }
        return String(data: Data(bytes), encoding: encoding) ?? decodeGuessing(bytes)
    }

    /// UTF-8 where it is valid, else Windows-1252: what unlabelled mail turns out to be most often.
    static func decodeGuessing(_ bytes: some Sequence<UInt8>) -> String {
        let bytes = Array(bytes)
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        // Five bytes of Windows-1252 have no meaning; Latin-1 has one for every byte.
        return String(data: Data(bytes), encoding: .windowsCP1252)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// US-ASCII and UTF-8 are left to the guess, since mail that claims them often lies.
    private static let encodings: [String: String.Encoding] = [
        // Latin-1 is read as browsers do: Windows-1252 is a superset, and what is meant.
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252,
        "cp1252": .windowsCP1252, "iso-8859-15": coreFoundation(0x020F),
        "iso-8859-2": .isoLatin2, "latin2": .isoLatin2, "windows-1250": .windowsCP1250,
        "iso-8859-5": coreFoundation(0x0205), "windows-1251": .windowsCP1251,
        "koi8-r": coreFoundation(0x0A02), "koi8-u": coreFoundation(0x0A08),
        "windows-1253": .windowsCP1253, "iso-8859-7": coreFoundation(0x0207),
        "windows-1254": .windowsCP1254, "iso-8859-9": coreFoundation(0x0209),
        "iso-2022-jp": .iso2022JP, "shift_jis": .shiftJIS, "euc-jp": coreFoundation(0x0920),
        "gb2312": coreFoundation(0x0632), "gbk": coreFoundation(0x0632), "gb18030": coreFoundation(0x0632),
        "big5": coreFoundation(0x0A03), "euc-kr": coreFoundation(0x0940), "ks_c_5601-1987": coreFoundation(0x0940),
        "utf-16": .utf16, "utf-16be": .utf16BigEndian, "utf-16le": .utf16LittleEndian, "utf-32": .utf32,
    ]

    /// An encoding that Foundation has no name for, by its `CFStringEncoding`, as Foundation spells it.
    private static func coreFoundation(_ encoding: UInt) -> String.Encoding {
        String.Encoding(rawValue: 0x8000_0000 | encoding)
    }
}
