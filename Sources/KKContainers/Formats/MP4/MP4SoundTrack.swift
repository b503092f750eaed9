internal import KKCodecs
internal import KKPCM

/// The track whose sound is read: its description, and where its packets are.
struct MP4SoundTrack {
    let track: MP4Track
    /// As the packets are taken: with AAC's extensions where a reader wants their frames.
    private(set) var sound: MP4Sound
    private(set) var format: StreamDescription
    private(set) var packets: MP4Packets
    /// Of samples without packets, and of IMA4: what lies in one piece, with its frames.
    private(set) var runs = PacketIndex()
    /// What no table and no fragment has left out.
    private(set) var warnings: [FileWarning] = []
    /// Packets, or frames, that the file claims and has not.
    private(set) var missing: Int64 = 0
    /// Frames at the end of the last packet that are none of the sound.
    private(set) var unplayed: Int64 = 0

    private let isExtended: Bool
    private let defaults: MP4FragmentDefaults
    private var description: Int
    private var run: (offset: Int64, byteCount: Int64)?
    private var runByteCount: Int64 = 0
    /// When the next fragment begins, if none is lost.
    private var nextTime: Int64?
    private let isPassing: Bool

    /// The packets that are believed of a stream without looking at them: of one size, so that no table holds them.
    private static let mostUnseen: Int64 = 1 << 20
    /// More than any file has of anything.
    private static let most: Int64 = 1 << 60

    private static func product(_ count: Int64, _ size: Int64) -> Int64 {
        let (product, isBeyond) = count.multipliedReportingOverflow(by: size)
        return isBeyond ? most : min(most, product)
    }

    /// - Parameters:
    ///   - isExtended: whether AAC is to have the rate and channels of its extensions.
    ///   - isPassing: whether nothing but the header has come.
    init(
        _ track: MP4Track, _ sound: MP4Sound, description: Int, defaults: MP4FragmentDefaults?, isExtended: Bool,
        isPassing: Bool
    ) {
        (self.track, self.sound, self.description) = (track, sound, description)
        (self.isExtended, self.isPassing) = (isExtended, isPassing)
        self.defaults = defaults ?? MP4FragmentDefaults()
        format = sound.format
        packets = MP4Packets(MP4Packets.Frames(constant: nil, ticks: track.timescale, rate: 1))
        settle()
    }

    /// Takes the format that the description, and perhaps the first packet, have told.
    private mutating func settle() {
        format = sound.format
        if isExtended, let extended = sound.extended {
            format = extended
            if !PacketDecoders.formatIDs.contains(format.formatID) { format.formatID = .aac }
        }
        let rate = Int64(format.sampleRate.rounded())
        let tells = [.appleLossless, .flac, .opus].contains(format.formatID) && track.timescale == rate
        let frames = Int(format.framesPerPacket)
        packets = MP4Packets(
            MP4Packets.Frames(constant: tells || frames == 0 ? nil : frames, ticks: track.timescale, rate: rate))
    }

    /// The bytes and frames of what lies in runs; `nil` of packets that differ.
    var unit: (byteCount: Int64, frames: Int64)? {
        if sound.isLinear { return (Int64(max(1, format.bytesPerFrame)), 1) }
        return format.formatID == .appleIMA4 ? (Int64(max(1, format.bytesPerPacket)), 64) : nil
    }

    /// Whether nothing of it was found.
    var isEmpty: Bool { packets.isEmpty && packets.index.packetCount == 0 && runs.packetCount == 0 && run == nil }

    // MARK: Sample tables

    /// Adds what the tables have.
    ///
    /// - Parameters:
    ///   - source: the file, whose bytes the packets are.
    ///   - end: where it ends.
    mutating func add(_ tables: MP4SampleTables, in source: ByteSource, end: Int64) throws(AudioFileError) {
        var times = tables.timeWalk
        var chunks = tables.chunkWalk
        var first: MP4SampleTables.Chunk?
        while let chunk = try chunks.take() {
            guard chunk.sampleCount > 0 else { continue }
            first = chunk
            break
        }
        guard let first, tables.sampleCount > 0 else { return }
        try look(at: first.offset, delta: try times.take(), in: source)
        if let unit { return try addRuns(tables, unit, in: source, end: end) }
        try addPackets(tables, in: source, end: end)
    }

    private mutating func addPackets(
        _ tables: MP4SampleTables, in source: ByteSource, end: Int64
    ) throws(AudioFileError) {
        if isPassing, tables.constantSize > 0 { try requireFew(tables.sampleCount, at: track.start, in: source) }
        var (chunks, sizes, times) = (tables.chunkWalk, tables.sizeWalk, tables.timeWalk)
        var left = tables.sampleCount
        while left > 0, let chunk = try chunks.take() {
            guard chunk.description == description else {
                if chunk.sampleCount > 0 { noteOther(left, at: chunk.place, in: source) }
                return
            }
            var offset = chunk.offset
            for _ in 0..<min(chunk.sampleCount, left) {
                let size = try sizes.take()
                guard try append(offset, size, delta: times.take(), at: chunk.place, in: source, end: end) else {
                    return missing = left
                }
                offset += size
                left -= 1
            }
        }
        if left > 0 { missing = left }
    }

    /// Adds a packet.
    ///
    /// - Returns: `false` for one that the file has not.
    private mutating func append(
        _ offset: Int64, _ size: Int64, delta: Int64, at place: Int64, in source: ByteSource, end: Int64
    ) throws(AudioFileError) -> Bool {
        guard size <= end - offset else { return false }
        guard size <= MP4Packets.mostBytes else {
            throw source.damage(
                .invalidChunk, at: place,
                "packet \(packets.packetCount) has \(size) bytes, more than those of any codec")
        }
        guard packets.packetCount < MP4Packets.mostPackets else {
            throw source.damage(.invalidChunk, at: place, "there are more than \(MP4Packets.mostPackets) packets")
        }
        guard packets.append(offset: offset, byteCount: Int(size), delta: delta) else {
            throw disordered(place, in: source)
        }
        return true
    }

    private func disordered(_ place: Int64, in source: ByteSource) -> AudioFileError {
        AudioFileError(
            .invalidChunk, path: source.name, at: .byte(place),
            "the pieces of the sound are not in playback order",
            nextStep: "copy it into a new file, for example with `ffmpeg -i IN -c copy OUT`")
    }

    private mutating func noteOther(_ count: Int64, at place: Int64, in source: ByteSource) {
        warnings.append(
            FileWarning(
                path: source.name, at: .byte(place), "the last \(count) packets are described as something else",
                consequence: "they are left out"))
    }

    private func requireFew(_ count: Int64, at place: Int64, in source: ByteSource) throws(AudioFileError) {
        guard count > Self.mostUnseen else { return }
        throw source.damage(.invalidChunk, at: place, "\(count) packets of one size are too many for a stream")
    }

    /// Looks at the first packet, where that tells more than the description.
    private mutating func look(at offset: Int64, delta: Int64, in source: ByteSource) throws(AudioFileError) {
        if sound.maySignalImplicitly, let rate = Int64(exactly: sound.format.sampleRate),
            track.timescale == 2 * rate, delta == 2 * Int64(sound.format.framesPerPacket)
        {
            sound.extend(to: Int(2 * rate), isParametric: false)
        }
        if isPassing {
            // The usual packets, as long as none has come.
            if sound.codec == .mpeg { sound.format.framesPerPacket = sound.format.sampleRate < 32_000 ? 576 : 1152 }
        } else if sound.codec == .mpeg || [.ac3, .enhancedAC3].contains(sound.format.formatID) {
            sound.complete(try source.bytes(at: offset, count: 8))
        }
        settle()
    }

    // MARK: Runs

    private mutating func addRuns(
        _ tables: MP4SampleTables, _ unit: (byteCount: Int64, frames: Int64), in source: ByteSource, end: Int64
    ) throws(AudioFileError) {
        var (chunks, sizes) = (tables.chunkWalk, tables.sizeWalk)
        // A sample is a packet, or a frame, whatever its size is said to be.
        let stated = tables.constantSize
        let isFrame = sound.isLinear ? stated % unit.byteCount != 0 || stated == 0 : stated != unit.byteCount
        var left = tables.sampleCount
        while left > 0, let chunk = try chunks.take() {
            guard chunk.description == description else {
                if chunk.sampleCount > 0 { noteOther(left, at: chunk.place, in: source) }
                break
            }
            let count = min(chunk.sampleCount, left)
            left -= count
            var byteCount = isFrame ? count / unit.frames * unit.byteCount : Self.product(count, stated)
            if stated == 0 {
                byteCount = 0
                for _ in 0..<count { byteCount += try sizes.take() }
            }
            try appendRun(chunk.offset, byteCount, unit, at: chunk.place, in: source, end: end)
        }
    }

    private mutating func appendRun(
        _ offset: Int64, _ stated: Int64, _ unit: (byteCount: Int64, frames: Int64), at place: Int64,
        in source: ByteSource, end: Int64
    ) throws(AudioFileError) {
        let there = max(0, min(stated, end - offset)) / unit.byteCount
        missing = min(Self.most, missing + min(Self.most, stated / unit.byteCount - there))
        let byteCount = there * unit.byteCount
        guard byteCount > 0 else { return }
        let last = run.map { $0.offset + $0.byteCount } ?? runs.end
        guard run == nil && runs.packetCount == 0 || offset >= last else { throw disordered(place, in: source) }
        if let current = run, offset == last {
            run = (current.offset, current.byteCount + byteCount)
        } else {
            storeRun(unit)
            run = (offset, byteCount)
        }
    }

    private mutating func storeRun(_ unit: (byteCount: Int64, frames: Int64)) {
        guard let run else { return }
        runs.append(
            offset: run.offset, byteCount: Int(run.byteCount),
            frames: Int(run.byteCount / unit.byteCount * unit.frames))
        self.run = nil
    }

    // MARK: Fragments

    /// Adds what a `moof` box has of the track.
    mutating func add(_ fragment: MP4Fragment, in source: ByteSource, end: Int64) throws(AudioFileError) {
        if isEmpty, let first = fragment.runs.first { try look(at: first.offset, delta: first.duration(0), in: source) }
        noteTime(fragment, in: source)
        for run in fragment.runs {
            if let unit {
                let byteCount =
                    run.sizeField == nil
                    ? run.sampleCount * run.byteCount : (0..<run.sampleCount).reduce(0) { $0 + run.byteCount($1) }
                try appendRun(run.offset, byteCount, unit, at: run.place, in: source, end: end)
                continue
            }
            if isPassing, run.stride == 0 { try requireFew(run.sampleCount, at: run.place, in: source) }
            var offset = run.offset
            for sample in 0..<run.sampleCount {
                let (size, delta) = (run.byteCount(sample), run.duration(sample))
                guard try append(offset, size, delta: delta, at: run.place, in: source, end: end) else {
                    missing += run.sampleCount - sample
                    break
                }
                offset += size
                nextTime = nextTime.map { $0 &+ delta }
            }
        }
    }

    /// Tells of fragments that are missing before this one.
    private mutating func noteTime(_ fragment: MP4Fragment, in source: ByteSource) {
        guard let time = fragment.time, (0...Self.most).contains(time), let first = fragment.runs.first else { return }
        defer { nextTime = time }
        guard let nextTime, unit == nil, time > nextTime, time - nextTime >= max(1, first.duration(0)),
            let lost = MP4Time.rescale(time - nextTime, from: track.timescale, to: packets.frames.rate), lost > 0
        else { return }
        warnings.addPlace(
            FileWarning(
                path: source.name, at: .byte(first.place), "\(lost) frames are missing before this fragment",
                consequence: "the available audio is used without the gap"))
    }

    // MARK: The end

    /// Takes what has come to be all.
    mutating func finish(in source: ByteSource) throws(AudioFileError) {
        if let unit { storeRun(unit) }
        var own: Int?
        if packets.frames.constant == nil, let last = packets.lastPlace {
            // Those of Apple Lossless, and of FLAC in blocks of one length, are as long as their configuration says.
            own = format.framesPerPacket > 0 ? Int(format.framesPerPacket) : nil
            let head = PacketHead(format.formatID, magicCookie: sound.magicCookie ?? [])
            if own == nil, !isPassing, let head {
                let bytes = try source.bytes(at: last.offset, count: min(head.byteCount, last.byteCount))
                own = head.frameCount(bytes[...])
            }
        }
        unplayed = packets.finish(own: own)
        if packets.frames.constant == nil, packets.index.packetCount > 0 {
            format.framesPerPacket = UInt32(packets.commonFrames ?? 0)
        }
    }

    /// All frames.
    var frameCount: Int64 { unit == nil ? packets.index.frameCount : runs.frameCount }

    /// Forgets the packets, and keeps what is known of them: for a stream, in which those of each fragment pass.
    mutating func restart() { packets = MP4Packets(packets.frames) }

    var fragmentDefaults: MP4FragmentDefaults { defaults }
}
