package import KKPCM

/// How one kind of file is written around its audio: a head that ends where the audio begins, with room for chunks in
/// it.
package struct AudioFileContainer {
    package let format: StreamDescription
    private let kind: ContainerFormat.Kind

    package var typeID: FourCharCode { kind.typeID }
    package var family: ChunkFamily { kind.family }

    /// A thing that is said in chunks. Those of a file that is opened stay as they are until it is set.
    package enum Part: CaseIterable {
        case layout, cookie, info, markers, regions, packetTable
    }

    /// - Throws: `'typ?'` for a kind that is not written, `'fmt?'` for a format that it does not hold.
    package init(_ typeID: FourCharCode, _ format: StreamDescription, name: String) throws(AudioFileError) {
        guard let kind = ContainerFormat.kind(typeID), !kind.formats.isEmpty else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: name, "files of type \(typeID) cannot be written",
                nextStep: "write WAVE, RF64, BW64, W64f, AIFF, AIFC, caff, NeXT, m4af, or the stream of a coded format")
        }
        (self.format, self.kind) = (format, kind)
        guard Container.rateLimits.contains(format.sampleRate),
            (1...Container.channelLimit).contains(format.channelCount), family.layout.holds(format, kind)
        else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: name,
                "a file of type \(typeID) cannot hold this format: \(format)",
                nextStep: "give another format, or write caff")
        }
    }

    /// Everything before the audio, with its sizes.
    ///
    /// - Parameters:
    ///   - room: the chunks before the audio, as bytes.
    ///   - tail: the bytes after the audio and its padding.
    /// - Throws: `'off?'` for a file that the container's sizes of 32 bits cannot count.
    package func head(_ content: Container, room: [UInt8], tail: Int, name: String) throws(AudioFileError) -> [UInt8] {
        try family.layout.head(self, content, room: room, tail: tail, name: name)
    }

    /// The chunks of some parts, in one order.
    ///
    /// - Throws: `-50` for a marker or key that has no place in the container.
    package func chunks(_ content: Container, _ parts: [Part], name: String) throws(AudioFileError) -> [StoredChunk] {
        var chunks: [StoredChunk] = []
        for part in Part.allCases where parts.contains(part) {
            chunks += try family.layout.chunks(part, among: parts, content, self, name: name)
        }
        return chunks
    }
}
