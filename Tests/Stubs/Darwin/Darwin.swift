// The names are those of C.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// swift-format-ignore-file: NoLeadingUnderscores, TypeNamesShouldBeCapitalized

// The part of Darwin that the library and its clients use, as Apple platforms import it. It is only for type-checking on Linux;
// nothing here runs.

public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias clockid_t = UInt32

public struct _opaque_pthread_t {}
public struct pthread_mutexattr_t {
    public init() {}
}

public struct pthread_condattr_t {}

public struct pthread_mutex_t {
    public init() {}
}

public struct pthread_cond_t {
    public init() {}
}

public struct timespec {
    public var tv_sec = 0
    public var tv_nsec = 0
    public init() {}
}

public let CLOCK_MONOTONIC: clockid_t = 0
public let CLOCK_REALTIME: clockid_t = 1
public let STDERR_FILENO: Int32 = 2
public let EINTR: Int32 = 4
public var errno: Int32 { 0 }

@discardableResult
public func pthread_mutex_init(
    _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_destroy(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_lock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_unlock(_: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { 0 }

@discardableResult
public func pthread_cond_init(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafePointer<pthread_condattr_t>?
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_destroy(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_broadcast(_: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { 0 }
@discardableResult
public func pthread_cond_timedwait(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>, _: UnsafePointer<timespec>?
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_wait(
    _: UnsafeMutablePointer<pthread_cond_t>, _: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { 0 }

public struct pthread_attr_t {
    public init() {}
}

public let PTHREAD_CREATE_DETACHED: Int32 = 2
@discardableResult
public func pthread_attr_init(_: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult
public func pthread_attr_setstacksize(_: UnsafeMutablePointer<pthread_attr_t>, _: Int) -> Int32 { 0 }
@discardableResult
public func pthread_attr_setdetachstate(_: UnsafeMutablePointer<pthread_attr_t>, _: Int32) -> Int32 { 0 }
@discardableResult
public func pthread_attr_destroy(_: UnsafeMutablePointer<pthread_attr_t>) -> Int32 { 0 }
@discardableResult
public func pthread_create(
    _: UnsafeMutablePointer<pthread_t?>, _: UnsafePointer<pthread_attr_t>?,
    _: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?
) -> Int32 { 0 }

public let SIGILL: Int32 = 4
public let SIGTRAP: Int32 = 5
public let SIGABRT: Int32 = 6
public let SIGFPE: Int32 = 8
public let SIGBUS: Int32 = 10
public let SIGSEGV: Int32 = 11
public struct sigaction {
    public init() {}
    /// In C, a function has the same name as the type, which is impossible in a Swift module.
    public init(_: Int32, _: UnsafePointer<sigaction>?, _: UnsafeMutablePointer<sigaction>?) {}
}

@discardableResult
public func signal(_: Int32, _: (@convention(c) (Int32) -> Void)?) -> (@convention(c) (Int32) -> Void)? { nil }

public func pthread_main_np() -> Int32 { 0 }

@discardableResult
public func sched_yield() -> Int32 { 0 }
@discardableResult
public func nanosleep(_: UnsafePointer<timespec>?, _: UnsafeMutablePointer<timespec>?) -> Int32 { 0 }
@discardableResult
public func clock_gettime(_: clockid_t, _: UnsafeMutablePointer<timespec>?) -> Int32 { 0 }
@discardableResult
public func write(_: Int32, _: UnsafeRawPointer?, _: Int) -> Int { 0 }
public func exit(_: Int32) -> Never { fatalError("a stub") }

public func getenv(_ name: UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>? { fatalError("a stub") }
