import KKTestSupport

@testable import KKFiles

/// Files of boxes by hand.
enum MP4 {
    static func box(_ type: String, _ content: Bytes = Bytes()) -> Bytes {
        .be(UInt32(8 + content.count)) + code(type) + content
    }

    /// A name of four letters, the sign of copyright one byte of it.
    static func code(_ type: String) -> Bytes { .raw(type.unicodeScalars.map { UInt8($0.value) }) }

    static func full(_ type: String, version: UInt8 = 0, flags: UInt32 = 0, _ content: Bytes = Bytes()) -> Bytes {
        box(type, .be(UInt32(version) << 24 | flags) + content)
    }

    static func brand(_ name: String = "M4A ") -> Bytes { box("ftyp", .text(name) + .be(0 as UInt32)) }

    // MARK: Descriptions

    /// A sound's description, in the shape of version 0.
    static func entry(
        _ code: String, channels: UInt16 = 2, bits: UInt16 = 16, rate: UInt32 = 44_100, _ boxes: Bytes = Bytes()
    ) -> Bytes {
        box(
            code,
            .zeros(6) + .be(1 as UInt16) + .zeros(8) + .be(channels, bits, 0, 0) + .be(rate << 16) + boxes)
    }

    /// MPEG-4's descriptors around a configuration.
    static func descriptor(_ configuration: [UInt8], objectType: UInt8 = 0x40) -> Bytes {
        func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }
        let decoder = [objectType, 0x15] + [UInt8](repeating: 0, count: 11) + tagged(5, configuration)
        return full("esds", .raw(tagged(3, [0, 0, 0] + tagged(4, decoder) + tagged(6, [2]))))
    }

    static func aac(_ configuration: [UInt8], rate: UInt32 = 44_100) -> Bytes {
        entry("mp4a", rate: rate, descriptor(configuration))
    }

    // MARK: Tracks

    /// A track whose samples lie in chunks.
    struct Track {
        var entry: Bytes
        var id: UInt32 = 1
        var handler = "soun"
        var timescale: UInt32 = 44_100
        /// Bytes of each sample; all of one size where `constantSize` is not 0.
        var sizes: [UInt32] = []
        var constantSize: UInt32 = 0
        var count: UInt32?
        /// Runs of samples with so many ticks.
        var times: [(count: UInt32, delta: UInt32)] = []
        /// Samples in each chunk, and where they lie.
        var chunks: [(offset: UInt32, samples: UInt32)] = []
        /// Duration in the movie's ticks, start in the track's.
        var edits: [(duration: UInt32, start: Int32)] = []
        var references = Bytes()
        var flags: UInt32 = 1

        var bytes: Bytes {
            let sizeTable: Bytes =
                .be(constantSize) + .be(count ?? UInt32(sizes.count)) + (constantSize == 0 ? .be(sizes) : Bytes())
            let chunkTable = chunks.indices.reduce(into: Bytes()) {
                $0 += .be([UInt32($1 + 1), chunks[$1].samples, 1])
            }
            let timeTable = times.reduce(into: Bytes()) { $0 += .be([$1.count, $1.delta]) }
            let table =
                full("stsd", .be(1 as UInt32) + entry)
                + full("stts", .be(UInt32(times.count)) + timeTable)
                + full("stsc", .be(UInt32(chunks.count)) + chunkTable) + full("stsz", sizeTable)
                + full("stco", .be(UInt32(chunks.count)) + .be(chunks.map(\.offset)))
            let inside = full("url ", flags: flags)
            let data = box("dinf", full("dref", .be(1 as UInt32) + inside))
            let media =
                full("mdhd", .be([0, 0, timescale, 0, 0] as [UInt32]))
                + full("hdlr", .be(0 as UInt32) + .text(handler) + .zeros(13))
                + box("minf", data + box("stbl", table))
            let list = edits.reduce(into: Bytes()) {
                $0 += .be($1.duration) + .be(UInt32(bitPattern: $1.start)) + .be(0x1_0000 as UInt32)
            }
            let edit = edits.isEmpty ? Bytes() : box("edts", full("elst", .be(UInt32(edits.count)) + list))
            let head = full("tkhd", flags: 3, .be([0, 0, id, 0, 0] as [UInt32]) + .zeros(60))
            return box("trak", head + edit + references + box("mdia", media))
        }
    }

    static func movie(_ tracks: [Track], timescale: UInt32 = 1000, _ more: Bytes = Bytes()) -> Bytes {
        box(
            "moov",
            full("mvhd", .be([0, 0, timescale, 0] as [UInt32]) + .zeros(80))
                + tracks.reduce(into: Bytes()) { $0 += $1.bytes } + more)
    }

    // MARK: Files

    /// A file of one track, its packets in one piece.
    ///
    /// - Parameter isFront: whether the header comes before the media.
    static func file(
        _ entry: Bytes, packets: [[UInt8]], delta: UInt32 = 1024, last: UInt32? = nil, timescale: UInt32 = 44_100,
        movieTicks: UInt32 = 1000, edits: [(duration: UInt32, start: Int32)] = [], isFront: Bool = true,
        brand name: String = "M4A ", _ more: Bytes = Bytes()
    ) -> Bytes {
        var track = Track(entry: entry, timescale: timescale, sizes: packets.map { UInt32($0.count) }, edits: edits)
        let rest = UInt32(packets.count) - (last == nil ? 0 : 1)
        track.times = [(count: rest, delta: delta)]
        if let last { track.times.append((count: 1, delta: last)) }
        let media = box("mdat", .raw(Array(packets.joined())))
        func header(_ offset: Int) -> Bytes {
            track.chunks = [(UInt32(offset), UInt32(packets.count))]
            return movie([track], timescale: movieTicks, more)
        }
        let brand = brand(name)
        guard isFront else { return brand + media + header(brand.count + 8) }
        return brand + header(brand.count + header(0).count + 8) + media
    }

    /// A file whose packets come in fragments, each after a box that tells of them.
    static func fragments(_ entry: Bytes, _ groups: [[[UInt8]]], delta: UInt32 = 1024) -> Bytes {
        let defaults = box("mvex", full("trex", .be([1, 1, 0, 0, 0] as [UInt32])))
        var file = brand("isom") + movie([Track(entry: entry)], timescale: 1000, defaults)
        var time: UInt32 = 0
        for (number, packets) in groups.enumerated() {
            func header(_ offset: UInt32) -> Bytes {
                let head = full("tfhd", flags: 0x2_0008, .be([1, delta] as [UInt32])) + full("tfdt", .be(time))
                let run = full(
                    "trun", flags: 0x201, .be([UInt32(packets.count), offset] + packets.map { UInt32($0.count) }))
                return box("moof", full("mfhd", .be(UInt32(number + 1))) + box("traf", head + run))
            }
            file += header(UInt32(header(0).count + 8)) + box("mdat", .raw(Array(packets.joined())))
            time += delta * UInt32(packets.count)
        }
        return file
    }

    /// A movie of 16-bit samples of one channel, little-endian.
    static func samples(_ values: [Int16], isFront: Bool = true, edits: [(UInt32, Int32)] = []) -> Bytes {
        let data = values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        var track = Track(
            entry: entry("sowt", channels: 1), constantSize: 2, count: UInt32(values.count),
            times: [(UInt32(values.count), 1)], edits: edits.map { ($0.0, $0.1) })
        func header(_ offset: Int) -> Bytes {
            track.chunks = [(UInt32(offset), UInt32(values.count))]
            return movie([track], timescale: 44_100)
        }
        let (brand, media) = (brand("qt  "), box("mdat", .raw(data)))
        guard isFront else { return brand + media + header(brand.count + 8) }
        return brand + header(brand.count + header(0).count + 8) + media
    }

    // MARK: Texts

    static func list(_ items: Bytes) -> Bytes {
        let handler = full("hdlr", .be(0 as UInt32) + .text("mdirappl") + .zeros(9))
        return box("udta", full("meta", handler + box("ilst", items)))
    }

    static func item(_ type: String, _ value: Bytes, kind: UInt32 = 1) -> Bytes {
        box(type, box("data", .be([kind, 0]) + value))
    }

    static func free(_ name: String, _ value: String) -> Bytes {
        box(
            "----",
            full("mean", .text("com.apple.iTunes")) + full("name", .text(name))
                + box("data", .be([1, 0] as [UInt32]) + .text(value)))
    }
}

extension Array where Element == Int16 {
    /// As a reader gives them.
    var asFloats: [Float] { map { Float($0) / 32_768 } }
}
