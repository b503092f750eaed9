internal import KKPCM

/// No chunks that others may add: boxes, made of all that is known when the file is complete.
enum MP4Layout: FileLayout {
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        kind.formats.contains(format.formatID) && format.hasWholeRate && format.framesPerPacket > 0
            && format.bytesPerPacket == 0
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] { try MP4Head(content).bytes(name: name) }

    static func ids(_ part: AudioFileContainer.Part) -> [FourCharCode] { part == .packetTable ? ["edts"] : [] }
}
