internal import KKPCM

/// The three header packets of a Vorbis stream, out of its magic cookie.
///
/// Source: Matroska's codec mapping (`A_VORBIS`): the number of packets less one, the sizes of all but the last in
/// Xiph's lacing (bytes of 255 and a last one, added up), the packets.
struct VorbisHeaders: Hashable {
    /// Identification, comments, setup.
    let packets: [[UInt8]]

    /// The headers without comments.
    init(identification: [UInt8], setup: [UInt8]) {
        // The mark, an empty name of the encoder, no comments, and the last bit (Vorbis I, section 5.2.1).
        let comments = [3] + Array("vorbis".utf8) + [UInt8](repeating: 0, count: 8) + [1]
        packets = [identification, comments, setup]
    }

    init(_ cookie: [UInt8]) throws(CodecError) {
        guard cookie.first == 2 else {
            throw CodecError(format: .vorbis, "the magic cookie of \(cookie.count) bytes does not hold three headers")
        }
        var place = 1
        var sizes: [Int] = []
        while sizes.count < 2 {
            var size = 0
            while place < cookie.count, cookie[place] == 255 {
                size += 255
                place += 1
            }
            guard place < cookie.count else {
                throw CodecError(format: .vorbis, "the magic cookie ends before its headers")
            }
            sizes.append(size + Int(cookie[place]))
            place += 1
        }
        guard place + sizes[0] + sizes[1] < cookie.count else {
            throw CodecError(format: .vorbis, "the magic cookie ends within its headers")
        }
        let second = place + sizes[0]
        let third = second + sizes[1]
        packets = [Array(cookie[place..<second]), Array(cookie[second..<third]), Array(cookie[third...])]
    }
}
