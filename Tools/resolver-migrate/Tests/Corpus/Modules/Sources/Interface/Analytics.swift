/// What features record.
public protocol Analytics: AnyObject {
    func record(_ event: String)
}

protocol Hidden {}
