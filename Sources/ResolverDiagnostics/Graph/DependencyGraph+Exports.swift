import Resolver

extension DependencyGraph {
    /// The graph as a Mermaid flowchart, which code hosts and many editors draw.
    ///
    /// Lazy and weak dependencies are dotted; captive ones are thick and labelled. Services that are missing, never used or
    /// part of a cycle have an outline of their own.
    public var mermaid: String {
        var lines = ["flowchart LR"]
        for (service, label) in zip(services, labels) {
            let text = ([label] + remarks(on: service)).map(escapedForMermaid).joined(separator: "<br/>")
            lines.append("    s\(service.index)\(service.isKept ? "([\"\(text)\"])" : "[\"\(text)\"]")")
        }
        for dependency in dependencies {
            let arrow = dependency.isCaptive ? "==>" : dependency.isLazy ? "-.->" : "-->"
            let text = dependency.marks.joined(separator: ", ")
            lines.append(
                "    s\(dependency.service) \(arrow)\(text.isEmpty ? "" : "|\(text)|") s\(dependency.needed)")
        }
        let classes: [(name: String, style: String, contains: (Service) -> Bool)] = [
            ("missing", "stroke:#c00,stroke-width:3px", \.isMissing),
            ("cycle", "stroke:#c60,stroke-width:3px", \.isInCycle),
            ("unused", "stroke-dasharray:4 4", \.isUnused),
        ]
        for entry in classes {
            let members = services.filter(entry.contains).map { "s\($0.index)" }
            guard !members.isEmpty else { continue }
            lines.append("    classDef \(entry.name) \(entry.style)")
            lines.append("    class \(members.joined(separator: ",")) \(entry.name)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The graph in the language of Graphviz.
    public var dot: String {
        var lines = ["digraph dependencies {", "    rankdir=LR", "    node [shape=box]"]
        for (service, label) in zip(services, labels) {
            let text = ([label] + remarks(on: service)).map(escapedForDOT).joined(separator: "\\n")
            var attributes = ["label=\"\(text)\""]
            var styles: [String] = []
            if service.isKept { styles.append("rounded") }
            if service.isUnused { styles.append("dashed") }
            if !styles.isEmpty { attributes.append("style=\"\(styles.joined(separator: ","))\"") }
            if service.isMissing || service.isInCycle { attributes.append("color=red") }
            lines.append("    s\(service.index) [\(attributes.joined(separator: ", "))]")
        }
        for dependency in dependencies {
            var attributes: [String] = []
            let text = dependency.marks.joined(separator: ", ")
            if !text.isEmpty { attributes.append("label=\"\(text)\"") }
            if dependency.isCaptive {
                attributes.append("style=bold")
            } else if dependency.isLazy {
                attributes.append("style=dashed")
            }
            if dependency.isInCycle { attributes.append("color=red") }
            let suffix = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
            lines.append("    s\(dependency.service) -> s\(dependency.needed)\(suffix)")
        }
        return (lines + ["}"]).joined(separator: "\n") + "\n"
    }

    /// The graph as text: each service with what it needs indented below it.
    ///
    /// A service that the text has already is written again without its dependencies. Services that no other service needs come
    /// first, and those that were never asked for last.
    public var tree: String {
        var text = ""
        var shown: Set<Int> = []
        let (labels, needs) = (labels, needs)
        func add(_ root: Int) {
            // No recursion, as a chain of services may be longer than a thread's stack is deep.
            var pending = [(index: root, dependency: Dependency?.none, depth: 0)]
            while let (index, dependency, depth) = pending.popLast() {
                let isNew = shown.insert(index).inserted
                var remarks = self.remarks(on: services[index]) + (dependency?.marks ?? [])
                if !isNew && !needs[index].isEmpty { remarks.append("see above") }
                text += String(repeating: "  ", count: depth) + labels[index].onOneLine
                text += (remarks.isEmpty ? "" : "  " + remarks.joined(separator: ", ")) + "\n"
                if isNew { pending += needs[index].reversed().map { ($0.needed, $0, depth + 1) } }
            }
        }
        let needed = Set(dependencies.filter { $0.service != $0.needed }.map(\.needed))
        let used = services.filter { !$0.isUnused }
        for service in used where !needed.contains(service.index) { add(service.index) }
        // Each service that is left is needed, but only from within a cycle.
        for service in used where !shown.contains(service.index) { add(service.index) }
        for service in unused { add(service.index) }
        return text
    }

    // MARK: - Words

    private func remarks(on service: Service) -> [String] {
        [
            service.isMissing ? "missing" : service.isForward ? "stands for" : service.lifetime?.rawValue,
            service.isUnused ? "never used" : nil,
            service.isSingleUse && !service.isMissing ? "single use" : nil,
            service.isSecondCopy ? "second copy" : nil,
        ].compactMap { $0 }
    }

    private func escapedForMermaid(_ text: String) -> String {
        text.onOneLine.escaped {
            switch $0 {
            case "\"": "#quot;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "#": "#35;"
            case "&": "#amp;"
            case "`": "#96;"
            // Two of these may begin a directive, also inside of a label.
            case "%": "#37;"
            default: nil
            }
        }
    }

    private func escapedForDOT(_ text: String) -> String {
        text.onOneLine.escaped {
            switch $0 {
            case "\"", "\\": "\\\($0)"
            // It may begin an entity such as `&lt;`, which Graphviz reads as in HTML.
            case "&": "&amp;"
            default: nil
            }
        }
    }
}

extension DependencyGraph.Dependency {
    /// What exports and the page of a report say about the dependency.
    var marks: [String] {
        [isLazy ? isHeld ? "lazy" : "weak" : nil, isCaptive ? "captive" : nil, isInCycle ? "cycle" : nil]
            .compactMap { $0 }
    }
}

extension DependencyGraph.Service {
    /// Whether the service's instance outlives a resolution.
    var isKept: Bool { lifetime?.isKept ?? false }
}
