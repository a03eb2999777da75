/// What a `Recogniser` finds in a program's files.
struct Recognised {
    private(set) var registrations: [Registration] = []
    private(set) var asks: [Ask] = []
    private(set) var settings: [Setting] = []
    private(set) var mayAsk: [Place] = []
    private(set) var mayRegister: [Place] = []

    init(_ files: [SourceFile], index: Index, progress: (String) -> Void) {
        let words = SourceFile.words(index)
        for (number, file) in files.enumerated() {
            if number.isMultiple(of: 50) { progress("looking for lookups, file \(number + 1) of \(files.count)") }
            guard file.text.mentions(anyOf: words) else { continue }
            let found = Recogniser(file, number: number, index: index)
            registrations += found.registrations
            asks += found.asks
            settings += found.settings
            mayAsk += found.mayAsk
            mayRegister += found.mayRegister
        }
    }
}
