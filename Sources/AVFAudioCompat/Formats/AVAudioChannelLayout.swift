internal import CCoreAudio
internal import KKAudio

/// The meaning of each channel.
open class AVAudioChannelLayout: NSObject, @unchecked Sendable {
    /// The structure in memory, with its descriptions.
    public let layout: UnsafePointer<AudioChannelLayout>
    /// The bytes of it that say something.
    private let bytes: [UInt8]

    private static let header = 12

    init(bytes: [UInt8]) {
        self.bytes = bytes
        let size = max(bytes.count, MemoryLayout<AudioChannelLayout>.size)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        bytes.withUnsafeBytes { if let first = $0.baseAddress { memory.copyMemory(from: first, byteCount: $0.count) } }
        layout = UnsafePointer(memory.assumingMemoryBound(to: AudioChannelLayout.self))
    }

    deinit { UnsafeMutableRawPointer(mutating: layout).deallocate() }

    /// - Returns: `nil` for the tags that mean descriptions or a bitmap, and for tags of unknown layouts.
    public convenience init?(layoutTag: AudioChannelLayoutTag) {
        guard ChannelLayout(tag: layoutTag) != nil else { return nil }
        self.init(bytes: withUnsafeBytes(of: (layoutTag, UInt32(0), UInt32(0))) { Array($0) })
    }

    public convenience init(layout: UnsafePointer<AudioChannelLayout>) {
        let count = Int(min(layout.pointee.mNumberChannelDescriptions, 1024))
        let size = Self.header + count * MemoryLayout<AudioChannelDescription>.stride
        self.init(bytes: Array(UnsafeRawBufferPointer(start: layout, count: size)))
    }

    /// By a tag where there is one for it, by descriptions otherwise.
    convenience init(_ layout: ChannelLayout) {
        if let tag = layout.tag {
            self.init(bytes: withUnsafeBytes(of: (tag, UInt32(0), UInt32(0))) { Array($0) })
        } else {
            self.init(bytes: layout.structureBytes)
        }
    }

    /// Of a settings dictionary.
    convenience init?(_ data: Data) {
        let bytes = [UInt8](data)
        guard (try? ChannelLayout(structureBytes: bytes)) != nil else { return nil }
        self.init(bytes: bytes)
    }

    public var layoutTag: AudioChannelLayoutTag { layout.pointee.mChannelLayoutTag }

    public var channelCount: AVAudioChannelCount {
        switch layoutTag {
        case kAudioChannelLayoutTag_UseChannelDescriptions: layout.pointee.mNumberChannelDescriptions
        case kAudioChannelLayoutTag_UseChannelBitmap: UInt32(layout.pointee.mChannelBitmap.rawValue.nonzeroBitCount)
        default: layoutTag & 0xFFFF
        }
    }

    /// As kkmix has it; `nil` for what names no channels.
    var labels: ChannelLayout? { try? ChannelLayout(structureBytes: bytes) }

    /// For a settings dictionary.
    var data: Data { Data(bytes) }

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? AVAudioChannelLayout else { return false }
        return bytes == other.bytes || labels != nil && labels == other.labels
    }

    open override var hash: Int { Int(channelCount) }

    open override var description: String { "<AVAudioChannelLayout: \(labels?.name ?? String(layoutTag))>" }
}
