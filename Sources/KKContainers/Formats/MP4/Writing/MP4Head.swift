internal import KKCodecs
internal import KKPCM

/// All of an M4A file before its packets: `ftyp`, `moov`, the header of `mdat`. It is made when all packets are known, so the
/// tables come first, and a player has them when the sound comes.
///
/// All times are in frames: the movie's clock and the track's have the sound's rate. No date and no name of a program is in
/// it.
struct MP4Head {
    private let content: Container
    private let table: MP4PacketTables
    /// Frames: those that are played, those before them, those of all packets without what the last one lacks.
    private let validFrames: Int64
    private let primingFrames: Int64
    private let mediaFrames: Int64
    private let needsEdit: Bool
    private let chapters: MP4ChapterTrack?

    init(_ content: Container) {
        self.content = content
        let index = content.index ?? PacketIndex()
        let stated = content.packetTableInfo ?? PacketTableInfo(validFrames: index.frameCount)
        validFrames = max(0, index.frameCount - stated.primingFrames - stated.remainderFrames)
        primingFrames = stated.primingFrames
        // What the last packet has too much is told by its time; an edit list tells the rest.
        let cut = min(stated.remainderFrames, max(0, Int64(content.dataFormat.framesPerPacket) - 1), index.frameCount)
        mediaFrames = index.frameCount - cut
        needsEdit = primingFrames > 0 || cut < stated.remainderFrames
        chapters = MP4ChapterTrack(
            content.markers, sampleRate: content.dataFormat.sampleRate, frameCount: validFrames, id: 2,
            movieTicks: Int64(content.dataFormat.sampleRate))
        table = MP4PacketTables(
            index, lastFramesCut: Int(cut), framesPerChunk: content.dataFormat.sampleRate / 2,
            isLong: content.dataByteCount > Self.longest)
    }

    /// The most bytes of packets that are counted in 32 bits, with room for all before them.
    private static let longest: Int64 = 0xF000_0000

    /// - Throws: `'fmt?'` for packets whose decoder must know more than it was told.
    func bytes(name: String) throws(AudioFileError) -> [UInt8] {
        let entry = try sampleEntry(name)
        // The places of the packets follow from the bytes before them.
        return bytes(entry, start: Int64(bytes(entry, start: 0).count))
    }

    private func bytes(_ entry: [UInt8], start: Int64) -> [UInt8] {
        var head = HeaderBytes()
        head.box("ftyp") { box in
            box.code(brand)
            box.zeros(4)
            for compatible: FourCharCode in [brand, "mp42", "isom"] { box.code(compatible) }
        }
        head.box("moov") { moov in
            moov.fullBox("mvhd", version: isLong ? 1 : 0) { box in
                dates(&box)
                box.big(rate)
                length(validFrames, &box)
                box.big(0x1_0000 as UInt32)
                box.big(0x100 as UInt16)
                box.zeros(10)
                box.unityMatrix()
                box.zeros(24)
                box.big(chapters.map { $0.id + 1 } ?? 2)
            }
            moov.box("trak") { trak in
                // Enabled, in the movie, in its preview.
                trak.fullBox("tkhd", version: isLong ? 1 : 0, flags: 7) { box in
                    dates(&box)
                    box.big(1 as UInt32)
                    box.zeros(4)
                    length(validFrames, &box)
                    box.zeros(12)
                    box.big(0x100 as UInt16)
                    box.zeros(2)
                    box.unityMatrix()
                    box.zeros(8)
                }
                if let chapters { trak.box("tref") { $0.box("chap") { $0.big(chapters.id) } } }
                if needsEdit { edit(&trak) }
                trak.box("mdia") { media(&$0, entry, start: start) }
            }
            if let chapters {
                let place = start - mediaHeaderByteCount - Int64(chapters.media.count)
                moov.append(chapters.bytes(start: place + MP4ChapterTrack.mediaHeaderByteCount))
            }
            var notes = AudioFileAnnotations(information: content.tags, markers: content.markers)
            (notes.pictures, notes.origin) = (content.pictures, content.origin)
            let kept = MP4NotesWriter.carried(notes, isBook: content.typeID == ContainerTypeID.m4b)
            moov.append(
                MP4NotesWriter.userData(
                    kept.rest, sampleRate: content.dataFormat.sampleRate, gapless: needsEdit ? gapless : nil,
                    keeping: kept.items))
        }
        if let chapters { head.append(chapters.media) }
        if mediaHeaderByteCount == 16 {
            head.big(1 as UInt32)
            head.code("mdat")
            head.big(content.dataByteCount + 16)
        } else {
            head.big(UInt32(content.dataByteCount + 8))
            head.code("mdat")
        }
        return head.bytes
    }

    private var mediaHeaderByteCount: Int64 { content.dataByteCount > Self.longest ? 16 : 8 }

    private func edit(_ trak: inout HeaderBytes) {
        trak.box("edts") { edts in
            edts.fullBox("elst", version: isLong ? 1 : 0) { box in
                box.big(1 as UInt32)
                length(validFrames, &box)
                length(primingFrames, &box)
                box.big(0x1_0000 as UInt32)
            }
        }
    }

    private func media(_ mdia: inout HeaderBytes, _ entry: [UInt8], start: Int64) {
        mdia.fullBox("mdhd", version: isLong ? 1 : 0) { box in
            dates(&box)
            box.big(rate)
            length(mediaFrames, &box)
            // No language is said.
            box.big(0x55C4 as UInt16)
            box.zeros(2)
        }
        mdia.fullBox("hdlr") { box in
            box.zeros(4)
            box.code("soun")
            box.zeros(13)
        }
        mdia.box("minf") { minf in
            minf.fullBox("smhd") { $0.zeros(4) }
            minf.ownFile()
            minf.box("stbl") { stbl in
                stbl.fullBox("stsd") { box in
                    box.big(1 as UInt32)
                    box.append(entry)
                }
                table.write(to: &stbl, start: start)
            }
        }
    }

    private var gapless: PacketTableInfo {
        PacketTableInfo(
            validFrames: validFrames, primingFrames: primingFrames,
            remainderFrames: (content.index?.frameCount ?? 0) - validFrames - primingFrames)
    }

    private var brand: FourCharCode {
        switch content.typeID {
        case ContainerTypeID.m4b: "M4B "
        case ContainerTypeID.mpeg4: "mp42"
        default: "M4A "
        }
    }

    private var rate: UInt32 { UInt32(clamping: Int64(content.dataFormat.sampleRate)) }

    /// Whether times have 64 bits.
    private var isLong: Bool { mediaFrames > Int64(UInt32.max) }

    private func dates(_ box: inout HeaderBytes) { box.zeros(isLong ? 16 : 8) }

    private func length(_ frames: Int64, _ box: inout HeaderBytes) {
        if isLong { box.big(frames) } else { box.big(UInt32(truncatingIfNeeded: frames)) }
    }

    /// The sound's description in `stsd`.
    private func sampleEntry(_ name: String) throws(AudioFileError) -> [UInt8] {
        let format = content.dataFormat
        let isLossless = format.formatID == .appleLossless
        let configuration = try isLossless ? losslessConfiguration(name) : aacConfiguration(name)
        var entry = HeaderBytes()
        entry.box(isLossless ? "alac" : "mp4a") { box in
            box.zeros(6)
            box.big(1 as UInt16)
            box.zeros(8)
            box.big(UInt16(clamping: format.channelCount))
            box.big(UInt16(isLossless ? format.losslessBitDepth ?? 16 : 16))
            box.zeros(4)
            // A rate that has no room here is in the decoder's configuration.
            box.big(rate <= 0xFFFF ? rate << 16 : 0)
            box.fullBox(isLossless ? "alac" : "esds") { $0.append(configuration) }
        }
        return entry.bytes
    }

    private func aacConfiguration(_ name: String) throws(AudioFileError) -> [UInt8] {
        let format = content.dataFormat
        let cookie = content.magicCookie ?? []
        let said = cookie.first == 3 ? MP4Descriptor(cookie).configuration : cookie
        let plain = AACConfiguration.plain(Int(format.sampleRate), format.channelCount, deniesExtensions: false)
        guard let configuration = said.isEmpty ? plain : said else { throw lacksCookie(name) }
        let seconds = Double(max(1, mediaFrames)) / format.sampleRate
        return MP4Descriptor.bytes(
            configuration: configuration, bufferSize: max(0x1800, content.packetSizeUpperBound),
            bitRate: Int((Double(content.dataByteCount) * 8 / seconds).rounded()))
    }

    private func losslessConfiguration(_ name: String) throws(AudioFileError) -> [UInt8] {
        guard let cookie = content.magicCookie else {
            // Before the first packet only the length is asked for.
            guard content.index?.packetCount ?? 0 == 0 else { throw lacksCookie(name) }
            return [UInt8](repeating: 0, count: 24)
        }
        guard let bare = ALACConfiguration.bare(cookie) else { throw lacksCookie(name) }
        return bare
    }

    private func lacksCookie(_ name: String) -> AudioFileError {
        AudioFileError(
            .unsupportedDataFormat, kind: .usage, path: name,
            "a decoder for \(content.dataFormat.formatID) needs its magic cookie, which is not set",
            nextStep: "set the magic cookie")
    }
}

extension HeaderBytes {
    /// A box around what `body` writes.
    mutating func box(_ type: FourCharCode, _ body: (inout HeaderBytes) -> Void) {
        var content = HeaderBytes()
        body(&content)
        big(UInt32(clamping: content.bytes.count + 8))
        code(type)
        append(content.bytes)
    }

    /// One that begins with a version and flags.
    mutating func fullBox(
        _ type: FourCharCode, version: UInt8 = 0, flags: UInt32 = 0, _ body: (inout HeaderBytes) -> Void
    ) {
        box(type) { content in
            content.big(UInt32(version) << 24 | flags)
            body(&content)
        }
    }

    /// What says that a track's samples are in this file.
    mutating func ownFile() {
        box("dinf") { dinf in
            dinf.fullBox("dref") { dref in
                dref.big(1 as UInt32)
                dref.fullBox("url ", flags: 1) { _ in }
            }
        }
    }

    /// The matrix of a picture that stays as it is, which sounds have as well.
    mutating func unityMatrix() {
        for number: UInt32 in [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000] { big(number) }
    }
}
