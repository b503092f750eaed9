internal import KKPCM

/// The tracks of a disc, in the block CUESHEET: chapters, each where its first index of the sound is.
///
/// Source: RFC 9639 §8.7.
struct FLACCueSheet {
    private(set) var tracks: [AudioFileMarker] = []
    /// Whether it has the numbers of a disc's catalogue or of recordings, which nothing else takes.
    private(set) var hasCodes = false

    private static let head = 396
    /// The numbers of the lead-out: of a disc, and of anything else.
    private static let leadOuts: Set<UInt8> = [170, 255]

    /// - Parameter bytes: the block's content; what is cut short has the tracks that are whole.
    init(_ bytes: [UInt8]) {
        let fields = Fields(bytes: bytes, isBigEndian: true)
        hasCodes = bytes.prefix(128).contains { $0 != 0 }
        var place = Self.head
        for _ in 0..<(fields.byte(Self.head - 1) ?? 0) {
            guard let start = fields.uint64(place), let number = fields.byte(place + 8),
                let flags = fields.byte(place + 21), let indices = fields.byte(place + 35)
            else { return }
            hasCodes = hasCodes || bytes[place + 9..<place + 21].contains { $0 != 0 }
            var offset: UInt64?
            for index in 0..<Int(indices) {
                let point = place + 36 + 12 * index
                guard let frames = fields.uint64(point), let order = fields.byte(point + 8) else { return }
                // Index 0 is the pause before the track.
                if offset == nil || order == 1 { offset = frames }
            }
            place += 36 + 12 * Int(indices)
            guard !Self.leadOuts.contains(number), flags & 0x80 == 0 else { continue }
            let frame = start.addingReportingOverflow(offset ?? 0)
            guard !frame.overflow, frame.partialValue < 1 << 36 else { continue }
            tracks.append(
                AudioFileMarker(
                    framePosition: Double(frame.partialValue), name: "Track \(number)", id: UInt32(tracks.count + 1)))
        }
    }
}
