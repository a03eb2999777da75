/// A factory that needs nothing else.
public typealias ResolverFactory<Service> = () -> Service?

/// A factory that asks a resolver for what it needs.
public typealias ResolverFactoryResolver<Service> = (_ resolver: Resolver) -> Service?

/// A factory that takes arguments.
public typealias ResolverFactoryArgumentsN<Service> = (_ resolver: Resolver, _ args: Resolver.Args) -> Service?

/// A factory that takes the arguments just as the caller passed them.
public typealias ResolverFactoryAnyArguments<Service> = (_ resolver: Resolver, _ args: Any?) -> Service?

/// A function that completes an instance.
public typealias ResolverFactoryMutator<Service> = (_ resolver: Resolver, _ service: Service) -> Void

/// A function that completes an instance, and takes arguments.
public typealias ResolverFactoryMutatorArgumentsN<Service> =
    (_ resolver: Resolver, _ service: Service, _ args: Resolver.Args) -> Void
