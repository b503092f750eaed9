internal import CCoreAudio

/// Memory for audio of a format. Its address does not change during the buffer's lifetime.
open class AVAudioBuffer: NSObject, NSCopying, NSMutableCopying {
    public let format: AVAudioFormat
    /// Two lists over the same memory: of what is there, and of what there is room for.
    let lists: BufferLists

    init(_ format: AVAudioFormat, _ lists: BufferLists) {
        self.format = format
        self.lists = lists
    }

    /// The valid bytes.
    public var audioBufferList: UnsafePointer<AudioBufferList> {
        noteLength()
        return UnsafePointer(lists.filled)
    }

    /// The buffers with their capacity in bytes. If you write fewer bytes, set their number in the list or set the buffer's length.
    public var mutableAudioBufferList: UnsafeMutablePointer<AudioBufferList> {
        noteLength()
        lists.renewWhole()
        return lists.whole
    }

    /// Takes over what was said in the mutable list of how much there is.
    func noteLength() {}

    open func copy(with zone: NSZone? = nil) -> Any { mutableCopy(with: zone) }

    open func mutableCopy(with zone: NSZone? = nil) -> Any { self }
}

/// The memory of a buffer, and the lists of buffers that point into it.
final class BufferLists {
    let filled: UnsafeMutablePointer<AudioBufferList>
    let whole: UnsafeMutablePointer<AudioBufferList>
    let bufferCount: Int
    let channelsEach: Int
    let byteCapacity: Int
    private let pointers: [UnsafeMutableRawPointer?]
    private let release: () -> Void

    /// The most bytes of a buffer.
    private static let limit = 1 << 32

    /// Silent memory.
    ///
    /// - Returns: `nil` for more than 4 GiB.
    convenience init?(buffers bufferCount: Int, channelsEach: Int, byteCapacity: Int) {
        let stride = byteCapacity.addingReportingOverflow(63).partialValue & ~63
        let total = stride.multipliedReportingOverflow(by: bufferCount)
        guard byteCapacity >= 0, byteCapacity <= Self.limit, !total.overflow, total.partialValue <= Self.limit else {
            return nil
        }
        // Zero without being touched: a buffer may be asked for that is far longer than what comes.
        guard let memory = calloc(1, total.partialValue + 64) else { return nil }
        let first = memory.alignedUp(toMultipleOf: 64)
        self.init(
            (0..<bufferCount).map { first + $0 * stride }, channelsEach: channelsEach, byteCapacity: byteCapacity
        ) { free(memory) }
    }

    /// Memory of somebody else's.
    init(
        _ pointers: [UnsafeMutableRawPointer?], channelsEach: Int, byteCapacity: Int, release: @escaping () -> Void
    ) {
        self.pointers = pointers
        self.channelsEach = channelsEach
        self.byteCapacity = byteCapacity
        self.release = release
        bufferCount = pointers.count
        filled = AudioBufferList.allocate(maximumBuffers: max(1, pointers.count)).unsafeMutablePointer
        whole = AudioBufferList.allocate(maximumBuffers: max(1, pointers.count)).unsafeMutablePointer
        setFilled(0)
        renewWhole()
    }

    deinit {
        free(filled)
        free(whole)
        release()
    }

    func pointer(_ index: Int) -> UnsafeMutableRawPointer? { pointers[index] }

    private(set) var filledByteCount = 0

    func setFilled(_ byteCount: Int) {
        filledByteCount = byteCount
        set(filled, byteCount)
    }

    func renewWhole() { set(whole, byteCapacity) }

    /// What somebody has said in the list of what there is room for; `nil` if it is as it was.
    var notedByteCount: Int? {
        let noted = whole.pointee.mBuffers.mDataByteSize
        return noted == UInt32(clamping: byteCapacity) ? nil : Int(noted)
    }

    private func set(_ list: UnsafeMutablePointer<AudioBufferList>, _ byteCount: Int) {
        list.pointee.mNumberBuffers = UInt32(clamping: pointers.count)
        let buffers = UnsafeMutableAudioBufferListPointer(list)
        for (index, pointer) in pointers.enumerated() {
            buffers[index] = AudioBuffer(
                mNumberChannels: UInt32(clamping: channelsEach), mDataByteSize: UInt32(clamping: byteCount),
                mData: pointer)
        }
    }
}
