public import KKConvert
public import KKPCM

/// Options for opening a file.
public struct ReaderOptions: Sendable {
    /// Whether damage that could be worked around is an error instead of a warning. For FLAC the checksum of the sound
    /// is checked, too, if it is read from the first to the last frame without seeks, which takes time.
    public var strict: Bool
    /// The client's sample rate; `nil` is the file's own.
    public var clientSampleRate: Double?
    /// The client's channels; `nil` is the file's own.
    public var clientLayout: ChannelLayout?
    /// The quality of a rate conversion.
    public var quality: ResamplerQuality
    /// Whether samples that are NaN or infinite are passed on, for code that counts them, instead of being an error.
    public var keepsNonFinite: Bool
    /// A promise of the caller: frames are read once, from start to end, and the length may be unknown until the end
    /// (``FileProperties/LengthSource/open``).
    ///
    /// A pipe is then decoded as it comes, in constant memory and without a temporary file, if its format allows it. It
    /// changes nothing for files.
    public var readsOnce: Bool
    /// Which of several parallel audio streams in a file (Ogg, MP4, Matroska) is read, from 1
    /// (``FileProperties/streams``); `nil` is the first that can be decoded, with a warning if there are others.
    public var stream: Int?
    /// The format of a file without a header, in which no header is searched; `nil` for every other file.
    public var raw: RawFormat?

    public init(
        strict: Bool = false, clientSampleRate: Double? = nil, clientLayout: ChannelLayout? = nil,
        quality: ResamplerQuality = .high,
        keepsNonFinite: Bool = false, readsOnce: Bool = false, stream: Int? = nil, raw: RawFormat? = nil
    ) {
        self.strict = strict
        self.readsOnce = readsOnce
        self.stream = stream
        self.raw = raw
        self.keepsNonFinite = keepsNonFinite
        self.clientSampleRate = clientSampleRate
        self.clientLayout = clientLayout
        self.quality = quality
    }
}

/// Reads an audio file of any known kind, in the style of ExtAudioFile.
///
/// There are two formats. The *file data format* is how the audio is stored. The *client data format* is what you read:
/// canonical, with the file's rate and channels, until ``setClientFormat(_:layout:)`` sets other linear PCM. Then a
/// rate converter and a channel matrix follow the decoder. ``read(into:frameCount:)`` gives bytes in the client format;
/// ``read(into:at:frameCount:)`` gives the same frames as canonical buffers, regardless of the client's depth, byte
/// order and interleaving.
///
/// A read may give fewer frames than requested at any time; zero frames are the end. ``seek(to:)`` and ``tell`` count
/// frames *of the file*, at the file's rate, as `ExtAudioFileSeek` does, so with a rate conversion they differ from the
/// frames that were read.
///
/// The kind of a file is detected from its content, never from its name. `-` is standard input. A file that is still
/// growing is read up to its length when it was opened. A pipe is decoded as it comes if you promise to read it once
/// (``ReaderOptions/readsOnce``) and its format allows it; otherwise what is read of it is kept in an unnamed temporary
/// file. A name that begins with `synth:`, and is not a file's, is a ``Stimulus``.
///
/// ## Allocation
/// In `init` and ``setClientFormat(_:layout:)``; with a rate conversion also in ``seek(to:)``. None while reading,
/// except for a new decoder when a file is decoded in pieces: for MP3 every 256 MPEG frames.
public final class AudioFileReader: FrameSource {
    /// The name of the file, as the caller gave it; `standard input` for `-`.
    public let path: String
    /// What was found when the file was opened; see ``warnings`` for what is found while decoding. An unknown length is set at the end.
    public var properties: FileProperties {
        guard let count = decoded.countedFrames else { return opened }
        var properties = opened
        if !opened.isOpen { properties.claimedFrameCount = opened.frameCount }
        (properties.frameCount, properties.lengthSource) = (count, opened.isOpen ? .decoded : opened.lengthSource)
        return properties
    }
    private let opened: FileProperties
    /// The options of `init`; ``setClientFormat(_:layout:)`` does not change them.
    public let options: ReaderOptions

    /// The client format.
    public internal(set) var clientFormat: StreamDescription
    /// The client's channel layout.
    public internal(set) var clientLayout: ChannelLayout
    /// The settings of the conversion, which `kExtAudioFileProperty_AudioConverter` gives access to.
    public internal(set) var converterSettings = AudioConverter.Settings()

    /// The bytes; `nil` for a stimulus, which has none.
    let source: ByteSource?
    let decoded: DecodedFrames
    /// The decoded frames after the conversions, or they themselves.
    var chain: any FrameSource
    /// The rate converter in the chain.
    var isConvertingRate = false
    /// Client frames delivered since the last seek.
    var deliveredCount: Int64 = 0
    /// What makes the client's bytes; `nil` until bytes are asked for.
    var clientBytes: ClientBytes?
    /// What comes after frames that were delivered.
    var pendingError: AudioFileError?

    /// Opens a file, and finds everything about it that needs no complete decoding.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` if there is nothing to open, `badData` if it is damaged or not
    ///   audio, `unavailable` if a codec is missing, `usage` for an unknown stimulus or stream; with `strict` also for
    ///   problems that would be warnings.
    public convenience init(path: FilePath, options: ReaderOptions = ReaderOptions()) throws(AudioFileError) {
        try self.init(input: InputBytes(path: path), options)
    }

    /// The same, with a path as text.
    public convenience init(path: String, options: ReaderOptions = ReaderOptions()) throws(AudioFileError) {
        try self.init(path: FilePath(path), options: options)
    }

    /// As ``init(path:options:)``, with shared bytes. ``ReaderOptions/readsOnce`` has no effect for a pipe, because the
    /// bytes would be lost for the other readers.
    public convenience init(_ bytes: InputBytes, options: ReaderOptions = ReaderOptions()) throws(AudioFileError) {
        var options = options
        options.readsOnce = false
        try self.init(input: bytes, options)
    }

    private init(input: InputBytes, _ options: ReaderOptions) throws(AudioFileError) {
        let decoder: any FileDecoder
        let properties: FileProperties
        if let source = input.source {
            (decoder, properties) = try Self.open(source, options)
        } else {
            let made = StimulusDecoder(try Stimulus(parsing: input.name))
            (decoder, properties) = (made, made.properties)
        }
        if let number = options.stream, number != 1, properties.streams.isEmpty {
            throw .noStream(number, of: [], path: input.name)
        }
        if options.keepsNonFinite { (decoder as? LinearPCMDecoder)?.checksNumbers = false }
        if options.strict { decoder.checkSound() }
        let name = input.name
        path = name
        source = input.source
        opened = properties
        self.options = options
        decoded = DecodedFrames(decoder, properties: properties, path: name, isStrict: options.strict)
        chain = decoded
        clientFormat = decoded.format
        clientLayout = properties.layout
        if options.strict, let warning = properties.warnings.first { throw warning.asError }
        if options.clientSampleRate != nil || options.clientLayout != nil {
            try setClientFormat(
                .canonical(
                    sampleRate: options.clientSampleRate ?? properties.dataFormat.sampleRate,
                    channels: options.clientLayout?.channelCount ?? properties.layout.channelCount),
                layout: options.clientLayout)
        }
    }

    /// The file data format: how the audio is stored.
    public var fileFormat: StreamDescription { opened.dataFormat }

    /// The channels of the file, in the order in which they are read without a conversion.
    public var fileLayout: ChannelLayout { opened.layout }

    /// The format of ``read(into:at:frameCount:)``: canonical, with the client's rate and channels.
    public var format: StreamDescription {
        .canonical(sampleRate: clientFormat.sampleRate, channels: clientFormat.channelCount)
    }

    /// The number of frames from frame 0, at the client's rate: exact, unless the file turns out to be damaged; `nil`
    /// while it is unknown.
    public var frameCount: Int64? {
        let properties = properties
        if properties.isOpen { return nil }
        return isConvertingRate
            ? ResampledSource.outputLength(
                of: properties.frameCount, from: decoded.format.sampleRate, to: clientFormat.sampleRate)
            : properties.frameCount
    }

    /// The source of the file's number of frames.
    public var lengthSource: FileProperties.LengthSource { properties.lengthSource }

    /// All problems that were found in the file so far, at opening and while decoding.
    public var warnings: [FileWarning] { opened.warnings + decoded.warnings }
}
