import KKContainers
import KKFiles
import KKPCM

extension FuzzTarget {
    /// The boxes and tables of MP4 alone, with no packet read or decoded: as a reader takes them, as ``AudioFile``
    /// does, and with what belongs to the sound. Every packet lies in the file, the frames follow one another, and what
    /// is played is as long as the packets.
    static func boxes(_ input: FuzzInput) throws(FuzzContradiction) -> FuzzReach {
        let source = ByteSource(bytes: input.bytes, name: "input")
        guard let probe = try? FormatProbe(source), types.contains(probe.fileType) else { return .unknown }
        for stream in [nil, 2] {
            guard let container = try? Container(source, fileType: probe.fileType, start: probe.start, stream: stream)
            else { continue }
            try checkLengths(of: container, input)
        }
        _ = try? NotedFile(ByteSource(bytes: input.bytes, name: "input"))
        let file: AudioFile
        do throws(AudioFileError) {
            file = try AudioFile(opening: input.bytes)
        } catch {
            try require(error.kind != .badData || error.position != nil, "an error without its byte: \(error)")
            return .refused
        }
        guard let places = try? file.packetPlaces(from: 0, count: .max), !places.isEmpty else { return .refused }
        try checkPlaces(places, input)
        return .read
    }

    private static let types: Set<FileType> = [.m4a, .m4b, .mp4, .mov, .threeGPP, .threeGPP2]

    private static func checkLengths(of container: Container, _ input: FuzzInput) throws(FuzzContradiction) {
        let end = container.dataOffset.addingReportingOverflow(container.dataByteCount)
        try require(
            container.dataOffset >= 0 && container.dataByteCount >= 0 && !end.overflow
                && end.partialValue <= input.bytes.count,
            "\(container.dataByteCount) bytes of audio at \(container.dataOffset), of \(input.bytes.count)")
        guard case .table(let index) = container.packets, let played = container.packetTableInfo else { return }
        let sum = played.primingFrames + played.validFrames + played.remainderFrames
        try require(
            min(played.primingFrames, played.validFrames, played.remainderFrames) >= 0 && sum == index.frameCount,
            "\(played) of \(index.frameCount) frames")
    }

    private static func checkPlaces(
        _ places: [PacketPlace], _ input: FuzzInput
    ) throws(FuzzContradiction) {
        var frame: Int64 = 0
        for (number, place) in places.enumerated() {
            try require(
                place.packet == number && place.offset >= 0 && place.byteCount >= 0
                    && place.offset + Int64(place.byteCount) <= input.bytes.count,
                "packet \(number) of \(input.bytes.count) bytes is at \(place)")
            try require(place.firstFrame == frame && place.frameCount >= 0, "\(place) after \(frame) frames")
            frame += Int64(place.frameCount)
        }
    }
}
