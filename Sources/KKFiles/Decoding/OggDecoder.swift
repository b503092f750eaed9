internal import KKCodecs
internal import KKPCM

/// Vorbis, Opus and FLAC in Ogg: the streams of a chain one after another, each by its packets (``PacketFileDecoder``).
///
/// A damaged or missing page costs its packets, which are silent for as long as the pages around them say.
final class OggDecoder: FileDecoder {
    let properties: FileProperties
    var warnings: [FileWarning] { reported + packets.warnings.filter { !reported.contains($0) } }

    /// A stream, and its place in the chain.
    private struct Link {
        var stream: OggStream
        var frames: Range<Int64>
        var sound: Range<Int64>
    }

    private let source: ByteSource
    private let links: [Link]
    private var position: Int64 = 0
    /// The link that is decoded; a chain may have more of them than there should be decoders.
    private var current = 0
    private var packets: PacketFileDecoder
    /// What those before it have told.
    private var reported: [FileWarning] = []
    private var checksSound = false

    /// - Parameters:
    ///   - scan: of `source`.
    ///   - start: where the first page is.
    ///   - number: as ``ReaderOptions/stream``.
    /// - Throws: ``AudioFileError``: `unavailable` for a codec that is not supported, `usage` for a stream that is not
    ///   there, else `badData` where there is no audio.
    init(_ source: ByteSource, _ scan: OggScan, start: Int64, stream number: Int?) throws(AudioFileError) {
        if let number, !scan.audio.isEmpty, !(1...scan.audio.count).contains(number) {
            throw .noStream(number, of: scan.audio, path: source.name)
        }
        guard let first = scan.streams.first, let decoded = first.decoded, let codec = first.codec,
            let decoder = try? first.newDecoder()
        else {
            throw scan.refusal(source, start: start, stream: number)
        }
        if !first.isPlayable { throw Self.unplayable(first, source) }
        if first.index.packetCount == 0, let damage = scan.warnings.first {
            throw AudioFileError(
                .invalidFile, path: source.name, at: damage.position,
                "\(damage.problem), and no complete page of audio follows",
                nextStep: "fetch another copy")
        }
        var links: [Link] = []
        var (frames, claimed): (Int64, Int64) = (0, 0)
        var warnings = scan.warnings
        for stream in scan.streams {
            let timeline = stream.timeline
            let lower = codec == .opus ? stream.preSkip : timeline?.skipped ?? 0
            let end = timeline?.end ?? 0
            let sound = min(lower, end)..<end
            links.append(Link(stream: stream, frames: frames..<frames + Int64(sound.count), sound: sound))
            frames += Int64(sound.count)
            let stated = stream.flacInfo?.frameCount
            claimed += (stated ?? timeline?.claimedEnd ?? end) - end
            if let stated, stated != end, scan.isSound {
                warnings.addPlace(.decodable(end, of: stated, at: .byte(stream.place), path: source.name))
            }
        }
        let format = StreamDescription(
            sampleRate: decoder.format.sampleRate, formatID: codec.formatID,
            formatFlags: decoder.sourceBitDepth.map { .lossless(bitDepth: $0) } ?? [],
            channelsPerFrame: decoder.format.channelsPerFrame)
        var properties = FileProperties(
            fileType: .ogg, dataFormat: format, layout: decoded.layout, frameCount: frames,
            lengthSource: scan.isSound && claimed == 0 ? .header : .scan, sourceBitDepth: decoder.sourceBitDepth)
        properties.streams = scan.audio
        properties.soundChecksum = scan.streams.lazy.compactMap { $0.flacInfo?.soundChecksum }.first
        properties.tags = VorbisComment(first.comment).tags(of: codec)
        if codec == .opus { properties.priming = first.preSkip }
        if claimed != 0 { properties.claimedFrameCount = frames + claimed }
        properties.warnings = warnings
        (self.source, self.links, self.properties) = (source, links, properties)
        packets = Self.decoder(source, links[0], decoder, properties)
    }

    private static func decoder(
        _ source: ByteSource, _ link: Link, _ decoder: any PacketDecoder, _ properties: FileProperties
    ) -> PacketFileDecoder {
        var properties = properties
        let stream = link.stream
        properties.frameCount = Int64(link.frames.count)
        properties.soundChecksum = stream.flacInfo?.soundChecksum
        let another: (() throws(CodecError) -> any PacketDecoder)? =
            decoder.isIndependent ? { () throws(CodecError) in try stream.newDecoder() } : nil
        return PacketFileDecoder(
            source, PacketLine(stream.index, gaps: stream.timeline?.gaps ?? []), joints: stream.joints,
            decoder, sound: link.sound,
            order: Array(0..<decoder.format.channelCount), properties: properties, another: another)
    }

    func checkSound() {
        checksSound = true
        packets.checkSound()
    }

    /// Possible where one stream is all.
    func decodeAhead(on workers: IOWorkers, byteCount: Int) throws(AudioFileError) -> Bool {
        links.count == 1 ? try packets.decodeAhead(on: workers, byteCount: byteCount) : false
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard position < properties.frameCount else { return 0 }
        if !links[current].frames.contains(position) { try open(position) }
        let count = try packets.read(into: &buffer, at: offset, frameCount: frameCount)
        position += Int64(count)
        return count
    }

    func seek(to frame: Int64) throws(AudioFileError) {
        position = min(max(0, frame), properties.frameCount)
        if links[current].frames.contains(position) {
            try packets.seek(to: position - links[current].frames.lowerBound)
        }
    }

    /// Makes the link that has `frame` the current one.
    private func open(_ frame: Int64) throws(AudioFileError) {
        guard let index = links.firstIndex(where: { $0.frames.contains(frame) }),
            let decoder = try? links[index].stream.newDecoder()
        else { return }
        reported = warnings
        current = index
        packets = Self.decoder(source, links[index], decoder, properties)
        if checksSound { packets.checkSound() }
        try packets.seek(to: frame - links[index].frames.lowerBound)
    }

    /// What a stream is whose headers are sound and which is not read.
    private static func unplayable(_ stream: OggStream, _ source: ByteSource) -> AudioFileError {
        if let info = stream.flacInfo { return .unsupportedFLAC(bitDepth: info.bitDepth, path: source.name) }
        return AudioFileError(
            .unsupportedDataFormat, kind: .unavailable, path: source.name,
            "this Opus file has channels of mapping family 3, ambisonics with a matrix, which are not decoded from files",
            nextStep: "convert it with a program that reads it, or give its packets and OpusHead to AudioConverter")
    }
}

extension OggScan {
    /// Why there is nothing to play.
    fileprivate func refusal(_ source: ByteSource, start: Int64, stream number: Int?) -> AudioFileError {
        if let first = streams.first, first.codec == nil {
            let which = number.map { "stream \($0)" } ?? (first.place == start ? "the first stream" : "the audio")
            return AudioFileError(
                .unsupportedDataFormat, kind: .unavailable, path: source.name,
                "\(which) of this Ogg file is \(first.codecName), which cannot be read",
                nextStep: "take the audio out of it and convert it, for example with ffmpeg")
        }
        if let refusal = streams.first?.refusal {
            return AudioFileError(
                refusal.kind == .unavailable ? .codecUnavailable : .invalidFile, kind: refusal.kind, path: source.name,
                at: .byte(start), refusal.problem,
                nextStep: refusal.nextStep ?? "fetch another copy")
        }
        let damage = warnings.first
        return AudioFileError(
            .invalidFile, path: source.name, at: damage?.position ?? .byte(start),
            damage?.problem ?? "the headers of this Ogg file cannot be read",
            nextStep: "fetch another copy")
    }
}
