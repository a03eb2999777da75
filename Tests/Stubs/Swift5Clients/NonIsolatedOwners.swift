import Combine
import Resolver
import SwiftUI

// Owners of `@InjectedObject` that are not isolated to the main actor, as programs in Swift 5 mode have them. They must build
// without a warning. (Own defect B2; Scripts/check-apple-sources type-checks them.)

final class CartModel: ObservableObject {
    var count = 0
    init() {}
}

final class Cart {
    @InjectedObject var model: CartModel
    var copy: CartModel { model }
}

final class NamedCart {
    @InjectedObject(name: "named") var model: CartModel
    @InjectedObject(name: "named", container: .main) var other: CartModel
}

class BaseCart {
    @InjectedObject var model: CartModel
    init() {}
    func add() { model.count += 1 }
}

final class DerivedCart: BaseCart {
    @InjectedObject private var own: CartModel
    let number: Int

    init(number: Int) {
        self.number = number
        super.init()
        add()
        own.count = number
    }
}

struct CartValue {
    @InjectedObject var model: CartModel
    mutating func replace() { model = CartModel() }
}

struct GenericCart<Model: ObservableObject> {
    @InjectedObject var model: Model
}

func localCart() -> Int {
    @InjectedObject var model: CartModel
    return model.count
}

func makeCarts() {
    _ = Cart().model
    _ = NamedCart()
    _ = DerivedCart(number: 1)
    _ = CartValue()
    _ = GenericCart<CartModel>().model
    _ = InjectedObject<CartModel>(name: nil, container: nil)
    let make: (Resolver.Name?, Resolver?) -> InjectedObject<CartModel> = InjectedObject.init(name:container:)
    _ = make(nil, nil)
}

struct CartView: View {
    @InjectedObject var model: CartModel
    var body: some View { Text("\(model.count)") }
    var binding: Binding<Int> { $model.count }
}

enum CartFactory {
    static func registerAll() {
        Resolver.register { CartModel() }.scope(.shared)
        Resolver.register { Cart() }
        Resolver.register { CartView() }
    }
}
