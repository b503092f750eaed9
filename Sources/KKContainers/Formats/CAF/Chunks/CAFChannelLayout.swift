public import KKPCM

/// The `chan` chunk: an `AudioChannelLayout` with every field (Channel Layout Chunk). The `CHAN` chunk of AIFF is the
/// same.
public struct CAFChannelLayout: CAFContent {
    public static let chunkType: FourCharCode = "chan"

    /// What one channel is for, when ``tag`` is ``usesDescriptions``.
    public struct Description: Hashable, Sendable {
        public var label: ChannelLabel
        /// Rectangular 1, spherical 2, metres 4.
        public var flags: UInt32
        /// Left–right, front–back, down–up; or azimuth, elevation, distance.
        public var coordinates: [Float]

        public init(label: ChannelLabel, flags: UInt32 = 0, coordinates: [Float] = [0, 0, 0]) {
            precondition(coordinates.count == 3, "three coordinates")
            self.label = label
            self.flags = flags
            self.coordinates = coordinates
        }
    }

    /// `kAudioChannelLayoutTag_…`: an order of channels by number, and their count in the lower half.
    public var tag: UInt32
    /// The channels as the bits of a WAVE mask, when ``tag`` is ``usesBitmap``.
    public var bitmap: UInt32
    public var descriptions: [Description]

    public static let usesDescriptions: UInt32 = 0
    public static let usesBitmap: UInt32 = 1 << 16

    public init(tag: UInt32, bitmap: UInt32 = 0, descriptions: [Description] = []) {
        self.tag = tag
        self.bitmap = bitmap
        self.descriptions = descriptions
    }

    public init(bytes: [UInt8]) throws(CAFDamage) {
        try self.init(bytes, isForgiving: false)
    }

    /// - Parameter isForgiving: whether descriptions that are cut off are left out.
    init(_ bytes: [UInt8], isForgiving: Bool) throws(CAFDamage) {
        var cursor = CAFCursor(bytes, isForgiving: isForgiving)
        tag = try cursor.number("the layout's tag")
        bitmap = try cursor.number("the channel bitmap")
        let count = try cursor.count(of: "channel descriptions", byteCount: 20)
        descriptions = []
        descriptions.reserveCapacity(count)
        for _ in 0..<count {
            let label = ChannelLabel(rawValue: try cursor.number("a channel's label"))
            let flags: UInt32 = try cursor.number("a channel's flags")
            var coordinates: [Float] = []
            for _ in 0..<3 { coordinates.append(try cursor.float("a channel's coordinates")) }
            descriptions.append(Description(label: label, flags: flags, coordinates: coordinates))
        }
    }

    public var bytes: [UInt8] {
        var header = HeaderBytes()
        header.big(tag)
        header.big(bitmap)
        header.big(UInt32(descriptions.count))
        for description in descriptions {
            header.big(description.label.rawValue)
            header.big(description.flags)
            for coordinate in description.coordinates { header.big(coordinate) }
        }
        return header.bytes
    }

    /// The chunk that states channels in the WAVE order, as ``AudioFileWriter`` stores it, and for each channel of the
    /// file the matching one of `layout`: 7.1 has another order there.
    public static func storing(_ layout: ChannelLayout) -> (chunk: CAFChannelLayout, channelOrder: [Int]) {
        let stored = StoredLayout(layout)
        // What the house writes it reads.
        let chunk = (try? CAFChannelLayout(bytes: stored.bytes)) ?? CAFChannelLayout(tag: usesDescriptions)
        return (chunk, stored.channelOrder)
    }

    /// What a chunk says of the channels, however much of it there is.
    static func layout(_ bytes: [UInt8], channels: Int) -> ChannelLayout? {
        (try? CAFChannelLayout(bytes, isForgiving: true))?.layout(channels: channels)
    }

    /// What is read of a chunk that says something usable about so many channels; one description more shows that it
    /// does not.
    static func byteCount(channels: Int) -> Int { 12 + 20 * (channels + 1) }

    /// The channels in file order; `nil` if the chunk has no usable layout for this number of channels.
    public func layout(channels: Int) -> ChannelLayout? {
        switch tag {
        case Self.usesDescriptions: descriptions.count == channels ? ChannelLayout(descriptions.map(\.label)) : nil
        case Self.usesBitmap:
            bitmap.nonzeroBitCount == channels ? ChannelLayout(waveMask: bitmap, channels: channels) : nil
        default: Int(tag & 0xFFFF) == channels ? ChannelLayout(tag: tag) : nil
        }
    }
}
