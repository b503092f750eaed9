internal import KKCodecs
internal import KKPCM

/// Which of the streams of sound in a file is read, and by whom. Every container asks here.
///
/// What is decoded here goes before what libavformat has to take out of the file, wherever they stand.
struct StreamChoice {
    /// What a file says of a stream.
    struct Candidate {
        var formatID: FourCharCode
        /// Whether there is a decoder of its packets here.
        var isDecodable: Bool
        /// Whether its packets are there as their encoder made them, and not encrypted.
        var isPlain = true
        /// Whether the file wants it to be played where nobody chooses.
        var isDefault = true

        /// Whether libavformat takes it out of the file.
        var isDemuxed: Bool { !isDecodable && isPlain && DemuxedCodec.decodes(formatID) }
    }

    /// The first one where none can be read.
    let index: Int
    /// As ``Container/demuxedStream``.
    let demuxedStream: Int?
    let isReadable: Bool

    /// - Parameters:
    ///   - candidates: at least one.
    ///   - wanted: the stream's number, from 1 to as many as there are; `nil`: the first that can be read.
    init(_ candidates: [Candidate], wanted: Int?) {
        func first(_ isRead: (Candidate) -> Bool) -> Int? {
            candidates.firstIndex { isRead($0) && $0.isDefault } ?? candidates.firstIndex(where: isRead)
        }
        let index = wanted.map { $0 - 1 } ?? first(\.isDecodable) ?? first(\.isDemuxed) ?? 0
        let chosen = candidates.indices.contains(index) ? candidates[index] : nil
        self.index = index
        demuxedStream = chosen?.isDemuxed == true ? index + 1 : nil
        isReadable = chosen.map { $0.isDecodable || $0.isDemuxed } ?? false
    }
}
