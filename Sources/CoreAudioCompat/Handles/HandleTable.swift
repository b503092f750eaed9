internal import Synchronization

/// The objects behind the pointers that clients have. A pointer that is none of them, or no more, finds nothing: it is
/// answered with an error, and never followed.
final class HandleTable<Object: AnyObject>: @unchecked Sendable {
    private let lock = Mutex(())
    private var objects: [UInt: Object] = [:]

    /// The pointer of an object, from now until ``remove(_:)``.
    func add(_ object: Object) -> OpaquePointer {
        let pointer = OpaquePointer(Unmanaged.passUnretained(object).toOpaque())
        lock.withLock { _ in objects[UInt(bitPattern: pointer)] = object }
        return pointer
    }

    func object(_ pointer: OpaquePointer?) -> Object? {
        lock.withLock { _ in objects[UInt(bitPattern: pointer)] }
    }

    @discardableResult
    func remove(_ pointer: OpaquePointer?) -> Object? {
        lock.withLock { _ in objects.removeValue(forKey: UInt(bitPattern: pointer)) }
    }
}

/// Everything that a process has open through the C API, which knows it by pointers alone.
enum Open {
    static let units = HandleTable<HeldUnit>()
    static let graphs = HandleTable<HeldGraph>()
    static let files = HandleTable<HeldFile>()
    static let extendedFiles = HandleTable<HeldExtendedFile>()
    static let streams = HandleTable<HeldStream>()
    static let converters = HandleTable<HeldConverter>()
    static let queues = HandleTable<HeldQueue>()
}
