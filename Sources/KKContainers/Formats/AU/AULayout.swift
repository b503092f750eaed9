internal import KKPCM

/// No chunks: a text of a fixed length stands before the samples.
enum AULayout: FileLayout {
    static func holds(_ format: StreamDescription, _ kind: ContainerFormat.Kind) -> Bool {
        guard format.hasWholeRate, format.isLinearPCM else { return format.hasWholeRate && format.isCompanded }
        return format.storedSample.map { $0.isBig && (format.isFloat || $0.isSigned) } ?? false
    }

    static func head(
        _ container: AudioFileContainer, _ content: Container, room: [UInt8], tail: Int, name: String
    ) throws(AudioFileError) -> [UInt8] {
        AUHeader(dataFormat: container.format, annotation: content.annotation).bytes(byteCount: content.dataByteCount)
    }
}
