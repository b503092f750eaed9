internal import KKMath
package import KKPCM

/// A format of files. What kkmix knows of one is in its folder, and is found through this and ``all``: a format is
/// added by a folder, a line in the list, and a case of ``FileType`` where it is read and of ``OutputContainer`` where
/// it is written. How an ``AudioFile`` is laid out is in ``AudioFileContainer``, by the families of chunks.
///
/// Probing, readers, ``AudioFile``, ``AudioFileStream``, the rules of outputs and the tables of the program read the
/// list.
package struct ContainerFormat: Sendable {
    /// The kinds of file that it has.
    package var kinds: [Kind] = []
    /// The kind of a file that begins with these bytes, as many as ``signatureByteCount`` says or fewer; `nil` of others,
    /// and always of a format that is found by its packets.
    var signature: @Sendable (Span<UInt8>) -> FileType? = { _ in nil }
    /// How many bytes the signature fits in that something with this start may have.
    var signatureByteCount: @Sendable (Span<UInt8>) -> Int = { _ in 12 }
    /// Reads what stands around the audio; `nil` where packets say everything.
    package var parser: (any ContainerParser.Type)?
    /// Reads all of a file, where a parser is not all that it takes, of the stream that is wanted (from 1) or the first
    /// that can be decoded.
    var reading: (@Sendable (ByteSource, FileType, Int64, _ stream: Int?) throws(AudioFileError) -> Container)?
    /// Finds the packets of a file that was recognised; `nil`: they are not distinguished here.
    var content: (@Sendable (ByteSource, FormatProbe, LeadingTags) throws(AudioFileError) -> Container)?
    /// Reads what belongs to the sound, to be changed; `nil`: what the parser finds, which is read alone.
    var notes: NoteOpening?
    /// Its streams of packets that are found by their own bytes.
    package var streams: [StreamKind] = []
    /// libavformat's demuxer of it, for a stream whose codec has no decoder of packets here
    /// (``Container/demuxedStream``); `nil`: there is none, or the kinds have their own.
    package var demuxer: String?
    /// What is read of it, for the tables.
    var inputs: [InputFormats.Row] = []
    /// What is written of it.
    var outputs: [Output] = []

    typealias ID = ContainerTypeID

    /// A kind of file: `WAV`, `RF64`.
    package struct Kind: Sendable {
        /// What a reader calls it; `nil` if nothing decodes it.
        var type: FileType?
        /// Core Audio's code, or what stands for one where it has none.
        package var typeID: FourCharCode
        package var name: String
        /// The endings that Core Audio gives, the usual one first.
        package var extensions: [String] = []
        /// The formats of the packets that an ``AudioFile`` of this kind is written with; none if it is not.
        package var formats: [FourCharCode] = []
        /// How its chunks are put down.
        package var family = ChunkFamily.stream
        /// Whether a size near 2³² is one: sizes have 64 bits, or a value of their own for an end that is not known.
        package var hasLongSizes = false
        /// Whether the order of the channels may come after the audio.
        package var layoutMayFollow = false
        /// Whether the header says at which byte the audio begins.
        package var statesDataOffset = false
        /// Whether it has a use for a codec's magic cookie: keeps it, or makes its head of it.
        package var usesCookie = false
        /// The formats that are read in one, and not written.
        package var readFormats: [FourCharCode] = []
        /// Apple's uniform type identifiers, the usual one first.
        package var identifiers: [String] = []
        /// The usual one first.
        package var mimeTypes: [String] = []
        /// libavformat's demuxer that takes it apart; `nil` of what has a parser here.
        package var demuxer: String?
    }

    /// A kind of file that ``AudioFileWriter`` writes.
    package struct Output: Sendable {
        var container: OutputContainer
        var name: String
        /// The file name extensions that mean it, the usual one first.
        var extensions: [String]
        var encodings: [Encoding]
        /// What is written where nobody says; `nil`: samples as wide as those of the inputs.
        package var standard: Encoding?
        /// Whether a header can be written before the length is known.
        var isStreamable = true
        /// Whether its samples are big-endian.
        package var isBigEndian = false
        /// Whether a rate may have a fraction.
        package var takesAnyRate = false
        /// The words that it has places for.
        var texts = TextPlaces.none
        /// What else belongs to a sound that it has places for.
        package var notes = NotePlaces.none
        /// The channels that its header can count, for samples of so many bytes.
        package var channelLimit: @Sendable (_ sampleByteCount: Int) -> Int = { _ in 65_535 }
        /// The kind of file in which ``AudioFileContainer`` puts a codec's packets down; `nil` if the codec's library
        /// writes the file.
        package var typeID: FourCharCode?
        /// What surrounds linear samples; `nil` if all is a codec's.
        ///
        /// The last of what it takes is the file's name, for errors; it throws for notes that have no place in it.
        package var header:
            (
                @Sendable (StreamDescription, ChannelLayout, AudioFileAnnotations, String) throws(AudioFileError)
                    -> any PCMHeader
            )?
    }

    /// Every format, in the order of the tables.
    package static let all: [ContainerFormat] = [
        .wave, .wave64, .aiff, .caf, .mp4, .matroska, .mpeg, .flac, .ogg, .wavPack, .au, .adts, .ac3, .amr, .demuxed,
        .stimulus, .raw,
    ]

    /// Sounds that are made instead of read: named like files, and never found in one.
    static let stimulus = ContainerFormat(kinds: [Kind(type: .synth, typeID: "synt", name: "synth")])

    /// The endings of what is read and written, but for those of samples alone, which may be anything.
    package static let extensions = Set(
        all.flatMap { format in
            format.kinds.flatMap(\.extensions) + format.outputs.filter { $0.container != .raw }.flatMap(\.extensions)
        })

    /// The format of a kind of file, of which there is one for each ``FileType``.
    package static func of(_ type: FileType) -> ContainerFormat? { all.first { $0.kind(type) != nil } }

    func kind(_ type: FileType) -> Kind? { kinds.first { $0.type == type } }

    /// The kind of file that Core Audio calls so.
    package static func kind(_ typeID: FourCharCode) -> Kind? {
        all.lazy.flatMap(\.kinds).first { $0.typeID == typeID }
    }
}

extension FileType {
    package var kind: ContainerFormat.Kind? { ContainerFormat.of(self)?.kind(self) }

    /// The common name: `WAV`, `RF64`, `AIFF-C`, `CAF`.
    public var name: String { kind?.name ?? rawValue }

    /// Core Audio's code; of MPEG audio that of layer III, where nothing else is known of it.
    package var typeID: FourCharCode { kind?.typeID ?? "????" }
}

extension ContainerFormat.Output {
    /// The kind of file in which packets of a format are put down, by how a file's name ends: `book.m4b` is an M4B.
    package func typeID(of formatID: FourCharCode, named name: String) -> FourCharCode? {
        let ending = name.lowercased().parts(at: ".").last ?? ""
        let kinds = ContainerFormat.all.first { $0.outputs.contains { $0.container == container } }?.kinds ?? []
        return kinds.first { $0.extensions.contains(ending) && $0.formats.contains(formatID) }?.typeID ?? typeID
    }
}

extension OutputContainer {
    /// What its format says of it.
    package var output: ContainerFormat.Output? {
        for format in ContainerFormat.all {
            for output in format.outputs where output.container == self { return output }
        }
        return nil
    }

    /// The first one of its format: WAV of WAV and RF64.
    package var family: OutputContainer {
        let format = ContainerFormat.all.first { $0.outputs.contains { $0.container == self } }
        return format?.outputs.first?.container ?? self
    }
}
