internal import KKAudio

/// A queue that a client has a pointer to, and its buffers.
final class HeldQueue {
    private var opened: AudioQueue?
    let pointer = Handle.next()
    private(set) var buffers: [HeldBuffer] = []
    var listeners:
        [(
            id: UInt32, proc: AudioQueuePropertyListenerProc, userData: UnsafeMutableRawPointer?,
            token: AudioQueue.ListenerID
        )] =
            []

    /// As long as the queue is there.
    var tap: HeldTap?

    var timelines: [(pointer: OpaquePointer, timeline: AudioQueue.Timeline)] = []

    init(
        _ format: StreamDescription, _ proc: @escaping AudioQueueOutputCallback, _ userData: UnsafeMutableRawPointer?
    ) throws {
        opened = try AudioQueue(output: format) { [unowned self] _, buffer in
            guard let held = buffers.first(where: { $0.buffer === buffer }) else { return }
            inCallback { proc(userData, pointer, held.pointer) }
        }
    }

    func queue() throws -> AudioQueue { try opened.orThrow(kAudioQueueErr_QueueInvalidated) }

    static func of(_ pointer: OpaquePointer?) throws -> HeldQueue {
        try Open.queues.object(pointer).orThrow(kAudioQueueErr_QueueInvalidated)
    }

    /// Does what may bring the queue to its end, or to the end that it waits for. It is known no more then.
    static func end(_ pointer: OpaquePointer?, _ body: (AudioQueue) throws -> Void) throws {
        let queue = try of(pointer).queue()
        defer {
            if queue.isDisposed, let held = Open.queues.remove(pointer), let tap = held.tap {
                Open.taps.remove(tap.client.pointer)
            }
        }
        try body(queue)
    }

    /// What would take more than this is answered as if there were no memory.
    private static let largestBuffer: UInt32 = 1 << 30

    func allocate(_ byteCount: UInt32, packets: UInt32) throws -> AudioQueueBufferRef {
        guard byteCount <= Self.largestBuffer, packets <= Self.largestBuffer / 16 else {
            throw Status(kAudio_MemFullError)
        }
        let buffer = try queue().allocateBuffer(byteCapacity: Int(byteCount))
        let held = HeldBuffer(buffer, packets: Int(packets))
        buffers.append(held)
        return held.pointer
    }

    func buffer(_ pointer: AudioQueueBufferRef) throws -> HeldBuffer {
        try buffers.first { $0.pointer == pointer }.orThrow(kAudioQueueErr_InvalidBuffer)
    }

    func free(_ pointer: AudioQueueBufferRef) throws {
        let held = try buffer(pointer)
        try queue().freeBuffer(held.buffer)
        buffers.removeAll { $0 === held }
    }
}

/// A buffer in the client's memory, and the queue's own after it.
final class HeldBuffer {
    let buffer: AudioQueue.Buffer
    let pointer: AudioQueueBufferRef
    private let memory: UnsafeMutableRawPointer
    private let descriptions: UnsafeMutablePointer<AudioStreamPacketDescription>?

    init(_ buffer: AudioQueue.Buffer, packets: Int) {
        self.buffer = buffer
        let capacity = buffer.byteCapacity
        memory = .allocate(byteCount: capacity, alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
        descriptions = packets > 0 ? .allocate(capacity: packets) : nil
        descriptions?.initialize(repeating: AudioStreamPacketDescription(), count: packets)
        pointer = .allocate(capacity: 1)
        pointer.initialize(
            to: AudioQueueBuffer(
                mAudioDataBytesCapacity: UInt32(capacity), mAudioData: memory, mAudioDataByteSize: 0, mUserData: nil,
                mPacketDescriptionCapacity: UInt32(packets), mPacketDescriptions: descriptions,
                mPacketDescriptionCount: 0))
    }

    deinit {
        pointer.deallocate()
        descriptions?.deallocate()
        memory.deallocate()
    }

    /// Takes over what the client wrote.
    func load() throws {
        let byteCount = Int(pointer.pointee.mAudioDataByteSize)
        guard byteCount <= buffer.byteCapacity else { throw Status(kAudioQueueErr_InvalidBuffer) }
        try buffer.fill(bytes: Array(UnsafeRawBufferPointer(start: memory, count: byteCount)))
    }

    /// Gives the client what was rendered.
    func store() {
        buffer.bytes.withUnsafeBytes {
            if let first = $0.baseAddress { memory.copyMemory(from: first, byteCount: buffer.byteCount) }
        }
        pointer.pointee.mAudioDataByteSize = UInt32(buffer.byteCount)
    }

    /// The packets that the client describes, in the call or in the buffer.
    func packets(
        _ count: UInt32, _ given: UnsafePointer<AudioStreamPacketDescription>?
    ) throws -> [PacketDescription] {
        if count > 0 {
            return UnsafeBufferPointer(start: try given.orThrow(), count: Int(count)).map { PacketDescription($0) }
        }
        let own = Int(min(pointer.pointee.mPacketDescriptionCount, pointer.pointee.mPacketDescriptionCapacity))
        return UnsafeBufferPointer(start: descriptions, count: descriptions == nil ? 0 : own).map {
            PacketDescription($0)
        }
    }
}
