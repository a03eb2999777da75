public import BenchmarkServices
public import SafeFacade

// A chain of fifty declarations, each of which needs the next.
extension Container {
    /// A chain of fifty services.
    public var chain: Factory<any Link> { self { InnerLink(next: $0.link02()) } }

    var link02: Factory<any Link> { self { InnerLink(next: $0.link03()) } }
    var link03: Factory<any Link> { self { InnerLink(next: $0.link04()) } }
    var link04: Factory<any Link> { self { InnerLink(next: $0.link05()) } }
    var link05: Factory<any Link> { self { InnerLink(next: $0.link06()) } }
    var link06: Factory<any Link> { self { InnerLink(next: $0.link07()) } }
    var link07: Factory<any Link> { self { InnerLink(next: $0.link08()) } }
    var link08: Factory<any Link> { self { InnerLink(next: $0.link09()) } }
    var link09: Factory<any Link> { self { InnerLink(next: $0.link10()) } }
    var link10: Factory<any Link> { self { InnerLink(next: $0.link11()) } }
    var link11: Factory<any Link> { self { InnerLink(next: $0.link12()) } }
    var link12: Factory<any Link> { self { InnerLink(next: $0.link13()) } }
    var link13: Factory<any Link> { self { InnerLink(next: $0.link14()) } }
    var link14: Factory<any Link> { self { InnerLink(next: $0.link15()) } }
    var link15: Factory<any Link> { self { InnerLink(next: $0.link16()) } }
    var link16: Factory<any Link> { self { InnerLink(next: $0.link17()) } }
    var link17: Factory<any Link> { self { InnerLink(next: $0.link18()) } }
    var link18: Factory<any Link> { self { InnerLink(next: $0.link19()) } }
    var link19: Factory<any Link> { self { InnerLink(next: $0.link20()) } }
    var link20: Factory<any Link> { self { InnerLink(next: $0.link21()) } }
    var link21: Factory<any Link> { self { InnerLink(next: $0.link22()) } }
    var link22: Factory<any Link> { self { InnerLink(next: $0.link23()) } }
    var link23: Factory<any Link> { self { InnerLink(next: $0.link24()) } }
    var link24: Factory<any Link> { self { InnerLink(next: $0.link25()) } }
    var link25: Factory<any Link> { self { InnerLink(next: $0.link26()) } }
    var link26: Factory<any Link> { self { InnerLink(next: $0.link27()) } }
    var link27: Factory<any Link> { self { InnerLink(next: $0.link28()) } }
    var link28: Factory<any Link> { self { InnerLink(next: $0.link29()) } }
    var link29: Factory<any Link> { self { InnerLink(next: $0.link30()) } }
    var link30: Factory<any Link> { self { InnerLink(next: $0.link31()) } }
    var link31: Factory<any Link> { self { InnerLink(next: $0.link32()) } }
    var link32: Factory<any Link> { self { InnerLink(next: $0.link33()) } }
    var link33: Factory<any Link> { self { InnerLink(next: $0.link34()) } }
    var link34: Factory<any Link> { self { InnerLink(next: $0.link35()) } }
    var link35: Factory<any Link> { self { InnerLink(next: $0.link36()) } }
    var link36: Factory<any Link> { self { InnerLink(next: $0.link37()) } }
    var link37: Factory<any Link> { self { InnerLink(next: $0.link38()) } }
    var link38: Factory<any Link> { self { InnerLink(next: $0.link39()) } }
    var link39: Factory<any Link> { self { InnerLink(next: $0.link40()) } }
    var link40: Factory<any Link> { self { InnerLink(next: $0.link41()) } }
    var link41: Factory<any Link> { self { InnerLink(next: $0.link42()) } }
    var link42: Factory<any Link> { self { InnerLink(next: $0.link43()) } }
    var link43: Factory<any Link> { self { InnerLink(next: $0.link44()) } }
    var link44: Factory<any Link> { self { InnerLink(next: $0.link45()) } }
    var link45: Factory<any Link> { self { InnerLink(next: $0.link46()) } }
    var link46: Factory<any Link> { self { InnerLink(next: $0.link47()) } }
    var link47: Factory<any Link> { self { InnerLink(next: $0.link48()) } }
    var link48: Factory<any Link> { self { InnerLink(next: $0.link49()) } }
    var link49: Factory<any Link> { self { InnerLink(next: $0.link50()) } }
    var link50: Factory<any Link> { self { LastLink() } }
}
