internal import KKPCM

/// The identification header of an Opus stream: OpusHead, or the `dOps` box that stands for it in ISO files.
///
/// Source: RFC 7845 §5.1; mapping families 2 and 3, ambisonics, RFC 8486 §3; Xiph, "Encapsulation of Opus in ISO Base
/// Media File Format" §4.3.2 (`dOps` has the same fields, big-endian). Families that nobody has defined are taken for
/// 255, channels without places (RFC 7845 §5.1.1.4).
struct OpusHeader: Hashable {
    let channelCount: Int
    /// In 256ths of a decibel.
    let outputGain: Int
    let mappingFamily: Int
    let streamCount: Int
    let pairCount: Int
    /// For each channel the decoded one; 255 is silence. Of family 3: all that are decoded, in their order.
    let mapping: [UInt8]
    /// Of family 3: for each decoded channel what of it is in each channel of the output, in 32768ths; else empty.
    let demixing: [Int16]

    /// - Parameters:
    ///   - cookie: OpusHead, or a `dOps` box, whole or from its version on; empty for one or two channels without a
    ///     gain.
    ///   - channelCount: the channels where there is no header.
    init(_ cookie: [UInt8], channelCount: Int) throws(CodecError) {
        let isMissing = cookie.isEmpty && (1...2).contains(channelCount)
        let bytes =
            isMissing ? Self.magic + [1, UInt8(channelCount)] + [UInt8](repeating: 0, count: 9) : Self.head(cookie)
        guard bytes.count >= 19, bytes.starts(with: Self.magic), bytes[8] < 16, bytes[9] > 0 else {
            throw CodecError(format: .opus, "the magic cookie of \(cookie.count) bytes is not an OpusHead")
        }
        let channels = Int(bytes[9])
        self.channelCount = channels
        outputGain = Int(Int16(bitPattern: UInt16(bytes[16]) | UInt16(bytes[17]) << 8))
        mappingFamily = Int(bytes[18])
        guard mappingFamily > 0 else {
            guard channels <= 2 else {
                throw CodecError(format: .opus, "OpusHead states \(channels) channels but has no table for them")
            }
            (streamCount, pairCount, mapping, demixing) = (1, channels - 1, [0, 1], [])
            return
        }
        if mappingFamily == 2 || mappingFamily == 3, !Self.isAmbisonic(channels) {
            throw CodecError(
                format: .opus,
                "OpusHead states \(channels) ambisonics channels; their number must be a square, or a square plus two")
        }
        let decoded = bytes.count > 20 ? Int(bytes[19]) + Int(bytes[20]) : 0
        let tableByteCount = mappingFamily == 3 ? 2 * channels * decoded : channels
        guard bytes.count >= 21 + tableByteCount, mappingFamily != 1 || channels <= 8, (1...255).contains(decoded)
        else {
            throw CodecError(format: .opus, "OpusHead has no table for its \(channels) channels")
        }
        streamCount = Int(bytes[19])
        pairCount = Int(bytes[20])
        let table = Array(bytes[21..<21 + tableByteCount])
        if mappingFamily == 3 {
            mapping = (0..<decoded).map { UInt8($0) }
            demixing = (0..<channels * decoded).map {
                Int16(bitPattern: UInt16(table[2 * $0]) | UInt16(table[2 * $0 + 1]) << 8)
            }
        } else {
            (mapping, demixing) = (table, [])
        }
    }

    static let magic = Array("OpusHead".utf8)

    /// OpusHead as it is, or made of `dOps`.
    private static func head(_ cookie: [UInt8]) -> [UInt8] {
        let box = cookie.dropFirst(4).starts(with: "dOps".utf8) ? Array(cookie.dropFirst(8)) : cookie
        guard box.count >= 11, box[0] == 0, box.count == boxByteCount(box) else { return cookie }
        // Version 0 of the box is version 1 of the header.
        var bytes = magic + [1, box[1]]
        bytes += box[2..<4].reversed() + box[4..<8].reversed() + box[8..<10].reversed()
        return bytes + box[10...]
    }

    /// The bytes of a box by its own fields; a table is in one of another family than 0.
    private static func boxByteCount(_ box: [UInt8]) -> Int {
        guard box[10] != 0, box.count >= 13 else { return 11 }
        return 13 + (box[10] == 3 ? 2 * Int(box[1]) * (Int(box[11]) + Int(box[12])) : Int(box[1]))
    }

    /// (1 + n)² channels, and two more that belong to no direction.
    private static func isAmbisonic(_ count: Int) -> Bool {
        (1...15).contains { $0 * $0 == count || $0 * $0 + 2 == count }
    }
}
