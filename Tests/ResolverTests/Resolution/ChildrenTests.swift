import Resolver
import Testing

@Suite struct ChildrenTests {
    @Test func childrenAreSearchedDepthFirstInOrder() {
        let grandchild = Resolver()
        let first = Resolver(child: grandchild)
        let second = Resolver()
        let parent = Resolver()
        parent.add(child: first)
        parent.add(child: second)
        second.register { Petrol(cylinders: 2) }
        #expect(parent.resolve(Petrol.self).cylinders == 2)
        grandchild.register { Petrol(cylinders: 3) }
        #expect(parent.resolve(Petrol.self).cylinders == 3)
        first.register { Petrol(cylinders: 1) }
        #expect(parent.resolve(Petrol.self).cylinders == 1)
        parent.register { Petrol(cylinders: 0) }
        #expect(parent.resolve(Petrol.self).cylinders == 0)
        #expect(second.resolve(Petrol.self).cylinders == 2)
        #expect(second.optional(Car.self) == nil)
    }

    @Test func resolversThatAreEachOthersChildrenAreSearchedOnce() {
        let left = Resolver()
        let right = Resolver(child: left)
        left.add(child: right)
        left.add(child: left)
        right.register { Petrol() }
        #expect(left.resolve(Petrol.self).cylinders == 4)
        #expect(left.optional(Car.self) == nil)
        #expect(left.all(Petrol.self).count == 1)
    }

    @Test func aChildThatLeadsBackIsNotSearchedOutOfTurn() {
        let (first, second, near, far) = (Resolver(), Resolver(), Resolver(), Resolver())
        first.add(child: second)
        first.add(child: far)
        second.add(child: first)
        second.add(child: near)
        near.register { "near" }
        far.register { "far" }
        #expect(first.resolve(String.self) == "near")
    }

    @Test func childrenLiveAsLongAsTheirParent() {
        weak var child: Resolver?
        var parent: Resolver? = {
            let resolver = Resolver()
            child = resolver
            return Resolver(child: resolver)
        }()
        #expect(child != nil)
        withExtendedLifetime(parent) {}
        parent = nil
        #expect(child == nil)
    }
}
