/// The bytes of a property's value.
struct PropertyBytes {
    private(set) var bytes: [UInt8] = []
    /// What the bytes point at. Whoever gets the bytes gets a reference, too; to ask for their size takes none.
    private var objects: [AnyObject] = []

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    init<Value: BitwiseCopyable>(_ value: Value) {
        append(value)
    }

    init<Value: BitwiseCopyable>(_ values: [Value]) {
        for value in values { append(value) }
    }

    /// A value with objects of CoreFoundation in it, which the client releases.
    init<Value: BitwiseCopyable>(_ value: Value, with objects: [AnyObject]) {
        append(value)
        self.objects = objects
    }

    /// An object of CoreFoundation, which the client releases.
    init(object: AnyObject) {
        self.init(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), with: [object])
    }

    mutating func append<Value: BitwiseCopyable>(_ values: [Value]) {
        for value in values { append(value) }
    }

    mutating func appendObject(_ object: AnyObject) {
        append(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()))
        objects.append(object)
    }

    mutating func append<Value: BitwiseCopyable>(_ value: Value) {
        withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        // As the next element of an array would lie.
        let padding = MemoryLayout<Value>.stride - MemoryLayout<Value>.size
        if padding > 0 { bytes.append(contentsOf: repeatElement(0, count: padding)) }
    }

    /// Gives the value to a client that has room for it.
    func copy(to memory: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>, tooSmall: OSStatus) throws {
        guard Int(try size.checked().pointee) >= bytes.count else { throw Status(tooSmall) }
        try copy(to: memory, count: bytes.count)
        size.pointee = UInt32(bytes.count)
    }

    /// The same as an Audio Unit does it: a client with less room gets the beginning.
    func copyBeginning(to memory: UnsafeMutableRawPointer, _ size: UnsafeMutablePointer<UInt32>) throws {
        let count = min(Int(try size.checked().pointee), bytes.count)
        try copy(to: memory, count: count)
        size.pointee = UInt32(count)
    }

    private func copy(to memory: UnsafeMutableRawPointer, count: Int) throws {
        let memory = try memory.checked()
        if count == bytes.count { for object in objects { _ = Unmanaged.passRetained(object) } }
        bytes.withUnsafeBytes { if let first = $0.baseAddress { memory.copyMemory(from: first, byteCount: count) } }
    }
}

/// A value that a client sets.
struct GivenBytes {
    let memory: UnsafeRawPointer?
    let count: Int
    /// What a value of another size is answered with.
    let wrongSize: OSStatus

    init(_ memory: UnsafeRawPointer?, _ count: UInt32, wrongSize: OSStatus) {
        self.memory = memory
        self.count = Int(count)
        self.wrongSize = wrongSize
    }

    func value<Value: BitwiseCopyable>(_ type: Value.Type) throws -> Value {
        guard count >= MemoryLayout<Value>.size else { throw Status(wrongSize) }
        return try memory.orThrow().loadUnaligned(as: type)
    }

    func values<Value: BitwiseCopyable>(_ type: Value.Type) throws -> [Value] {
        let stride = MemoryLayout<Value>.stride
        guard count % stride == 0 else { throw Status(wrongSize) }
        if count == 0 { return [] }
        let memory = try memory.orThrow()
        return (0..<count / stride).map { memory.loadUnaligned(fromByteOffset: $0 * stride, as: type) }
    }

    func bytes() throws -> [UInt8] { try values(UInt8.self) }
}
