internal import Synchronization

/// A pointer that names an object. They are counted, because memory is used again and a number is not: what was disposed
/// of is nobody's from then on.
enum Handle {
    /// Behind those of the components.
    private static let last = Atomic<UInt>(0x4B4C_0000)

    static func next() -> OpaquePointer {
        // Beyond all the objects that a process can make; never null.
        unsafeBitCast(last.wrappingAdd(16, ordering: .relaxed).newValue, to: OpaquePointer.self)
    }
}

/// The objects behind the pointers that clients have. A pointer that is none of them, or no more, finds nothing: it is
/// answered with an error, and never followed.
final class HandleTable<Object: AnyObject>: @unchecked Sendable {
    private let lock = Mutex(())
    private var objects: [UInt: Object] = [:]

    /// The pointer of an object, from now until ``remove(_:)``: its own, if it has one.
    func add(_ object: Object, as pointer: OpaquePointer = Handle.next()) -> OpaquePointer {
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
    static let taps = HandleTable<HeldTap>()
}
