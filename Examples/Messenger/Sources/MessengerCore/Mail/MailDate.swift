import Foundation

/// Dates of mail: `Mon, 2 Mar 2026 09:15:00 +0100`, and `Mon Mar  2 09:15:00 2026` of a `From ` line.
enum MailDate {
    /// Reads a date whatever the order of its words; nil where day, month, year or time is missing.
    static func parse(_ text: String) -> Date? {
        var day: Int?
        var month: Int?
        var year: Int?
        var time: Int?
        var offset = 0
        for word in words(text) {
            if let seconds = timeOfDay(word), time == nil {
                time = seconds
            } else if let zone = zone(word), time != nil {
                offset = zone
            } else if let number = Int(word), word.allSatisfy(\.isNumber) {
                if day == nil, word.count <= 2 {
                    day = number
                } else if year == nil {
                    year = fullYear(number, digits: word.count)
                }
            } else if month == nil {
                month = months[word.prefix(3).lowercased()]
            }
        }
        guard let day, let month, let year, let time else { return nil }
        guard (1...31).contains(day), (1...9999).contains(year) else { return nil }
        return Date(timeIntervalSince1970: Double(days(year, month, day) * 86_400 + time - offset))
    }

    /// The words of a date, without comments and without the hyphens of old forms like `2-Mar-2026`.
    private static func words(_ text: String) -> [Substring] {
        var depth = 0
        let visible = text.filter { character in
            if character == "(" { depth += 1 }
            defer { if character == ")", depth > 0 { depth -= 1 } }
            return depth == 0
        }
        return visible.split { $0.isWhitespace || $0 == "," }.flatMap { word in
            word.first.map(\.isNumber) == true && !word.contains(":") ? word.split(separator: "-") : [word]
        }
    }

    private static func timeOfDay(_ word: Substring) -> Int? {
        let parts = word.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        guard numbers.count == parts.count, (0...23).contains(numbers[0]), (0...59).contains(numbers[1]) else {
            return nil
        }
        let seconds = numbers.count == 3 ? numbers[2] : 0
        return (0...60).contains(seconds) ? numbers[0] * 3600 + numbers[1] * 60 + seconds : nil
    }

    private static func zone(_ word: Substring) -> Int? {
        guard let sign = word.first, sign == "+" || sign == "-" else { return namedZones[word.uppercased()] }
        guard word.count == 5, let digits = Int(word.dropFirst()) else { return nil }
        let seconds = digits / 100 * 3600 + digits % 100 * 60
        return sign == "-" ? -seconds : seconds
    }

    /// Two digits below 50 are of this century (RFC 5322, 4.3).
    private static func fullYear(_ number: Int, digits: Int) -> Int {
        switch digits {
        case 2: number < 50 ? 2000 + number : 1900 + number
        case 3: 1900 + number
        default: number
        }
    }

    private static let months: [String: Int] = [
        "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6,
        "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
    ]

    private static let namedZones: [String: Int] = [
        "UT": 0, "UTC": 0, "GMT": 0, "Z": 0, "CET": 3600, "CEST": 7200, "EST": -18_000, "EDT": -14_400,
        "CST": -21_600, "CDT": -18_000, "MST": -25_200, "MDT": -21_600, "PST": -28_800, "PDT": -25_200,
    ]

    /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}
