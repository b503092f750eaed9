internal import KKPCM

/// A sound's description in `stsd`: the fields of QuickTime's three versions and of ISO's, and the boxes after them.
///
/// Source: ISO/IEC 14496-12 §12.2.3 (`AudioSampleEntry`); Apple, QuickTime File Format, "Sound Sample Descriptions"
/// (versions 0 to 2, `wave`).
struct MP4SampleEntry {
    /// The format's code.
    let code: FourCharCode
    let start: Int64
    /// Which of the media's places its samples lie in, from 1 on.
    private(set) var reference = 0
    private(set) var channelCount: Int
    private(set) var bits: Int
    private(set) var sampleRate: Double
    /// QuickTime's flags of version 2: those of Core Audio's linear PCM.
    private(set) var flags: UInt32 = 0
    private(set) var version: Int
    /// The boxes after the fields, those in `wave` among them.
    private(set) var parts: [MP4Box] = []

    private static let boxLimit = 1 << 16

    /// - Parameters:
    ///   - box: the entry.
    ///   - isQuickTime: whether versions 1 and 2 are QuickTime's.
    init(_ box: MP4Box, in source: ByteSource, isQuickTime: Bool) throws(AudioFileError) {
        (code, start) = (box.type, box.start)
        let fields = try source.fields(of: box, limit: 64)
        guard let reference = fields.uint16(6), let version = fields.uint16(8), let channels = fields.uint16(16),
            let bits = fields.uint16(18), let rate = fields.uint32(24)
        else {
            throw source.damage(.invalidChunk, at: box.start, "the sound's description \(box.type) is cut off")
        }
        (self.reference, self.version) = (Int(reference), isQuickTime ? Int(version) : 0)
        (channelCount, self.bits, sampleRate) = (Int(channels), Int(bits), Double(rate) / 65_536)
        var place: Int64 = 28
        if self.version == 1 { place = 44 }
        if self.version == 2 {
            guard let rate = fields.double(32), let channels = fields.uint32(40), let bits = fields.uint32(48),
                let flags = fields.uint32(52), channels < 1 << 16
            else {
                throw source.damage(.invalidChunk, at: box.start, "the sound's description \(box.type) is cut off")
            }
            (sampleRate, channelCount, self.bits, self.flags) = (rate, Int(channels), Int(bits), flags)
            place = 64
        }
        guard box.byteCount > place else { return }
        let behind = box.content.lowerBound + place..<box.end
        for part in try source.boxes(in: behind) {
            parts.append(part)
            if part.type == "wave" { parts += try source.boxes(in: part.content) }
        }
    }

    /// The content of a box of the entry.
    func bytes(
        _ type: FourCharCode, from offset: Int64 = 0, in source: ByteSource
    ) throws(AudioFileError) -> [UInt8]? {
        // Of QuickTime's the inner one: `alac` is a box in the entry of that name.
        guard let part = parts.last(where: { $0.type == type && $0.byteCount > offset }) else { return nil }
        return try source.bytes(of: part, from: offset, limit: Self.boxLimit)
    }

    /// A box of the entry, header and all.
    func whole(_ type: FourCharCode, in source: ByteSource) throws(AudioFileError) -> [UInt8]? {
        guard let content = try bytes(type, in: source) else { return nil }
        var header = HeaderBytes()
        header.big(UInt32(8 + content.count))
        header.code(type)
        return header.bytes + content
    }

    /// The order of channels that `chan` names, in the order of the file.
    func layout(channels: Int, in source: ByteSource) throws(AudioFileError) -> ChannelLayout? {
        guard let part = parts.first("chan"), part.byteCount > 4 else { return nil }
        let limit = CAFChannelLayout.byteCount(channels: channels)
        let bytes = try source.bytes(
            at: part.content.lowerBound + 4, count: Int(min(Int64(limit), part.byteCount - 4)))
        return CAFChannelLayout.layout(bytes, channels: channels)
    }

    /// The bytes order that QuickTime's `enda` gives samples: little-endian where it is 1.
    func isLittleEndian(in source: ByteSource) throws(AudioFileError) -> Bool {
        guard let bytes = try bytes("enda", in: source), bytes.count >= 2 else { return false }
        return bytes[1] & 1 == 1
    }
}
