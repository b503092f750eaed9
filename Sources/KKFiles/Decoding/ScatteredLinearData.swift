/// Linear audio that lies in pieces, between those of other tracks.
final class ScatteredLinearData: LinearData {
    var name: String { source.name }
    var warnings: [FileWarning] { [] }
    var byteCount: Int64? { nil }

    private let source: ByteSource
    /// Each piece as a packet.
    private let pieces: PacketIndex
    private let skipped: Int64
    private let bytesPerFrame: Int

    /// - Parameter skipped: the frames before the sound.
    init(_ source: ByteSource, _ pieces: PacketIndex, skipping skipped: Int64, bytesPerFrame: Int) {
        (self.source, self.pieces, self.skipped, self.bytesPerFrame) = (source, pieces, skipped, max(1, bytesPerFrame))
    }

    func read(at offset: Int64, into bytes: inout [UInt8], count: Int) throws(AudioFileError) -> Int {
        var frame = skipped + offset / Int64(bytesPerFrame)
        var done = 0
        while done < count, let piece = pieces.entry(ofFrame: frame) {
            let start = Int(frame - piece.firstFrame) * bytesPerFrame
            let wanted = min(count - done, piece.byteCount - start)
            let made = try source.read(at: piece.offset + Int64(start), into: &bytes, from: done, count: wanted)
            done += made
            guard made == wanted else { break }
            frame += Int64(wanted / bytesPerFrame)
        }
        return done
    }
}
