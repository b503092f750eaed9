public import KKConvert
public import KKPCM

/// How a file is opened.
public struct ReaderOptions: Sendable {
    /// Whether damage that could be worked around is an error instead of a warning. Of FLAC the sound is held against
    /// its checksum, too, when it is read from the first to the last frame in one go, which takes time.
    public var strict: Bool
    /// The rate to be delivered; `nil` is the file's own.
    public var clientSampleRate: Double?
    /// The channels to be delivered; `nil` is the file's own.
    public var clientLayout: ChannelLayout?
    /// How a rate conversion is done.
    public var quality: ResamplerQuality
    /// Whether samples that are NaN or infinite are delivered as they are, for whoever counts them, instead of ending
    /// the read.
    public var keepsNonFinite: Bool
    /// A promise of the caller's: frames are read once, from front to back, and the length may be open until the end
    /// has come (``FileProperties/LengthSource/open``).
    ///
    /// A pipe is then decoded as it comes, in constant memory and without a temporary file, where its kind can be. It
    /// changes nothing for files.
    public var readsOnce: Bool
    /// Which of the audio streams that run side by side in a file (Ogg, MP4, Matroska) is read, counted from 1
    /// (``FileProperties/streams``); `nil` is the first that can be decoded, with a warning where there are others.
    public var stream: Int?
    /// What the samples are of a file that has no header, and is not looked at for one; `nil` for every other file.
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

/// Reads an audio file of any known kind, in the manner of ExtAudioFile.
///
/// Two formats meet here. The *file data format* is how the audio is stored. The *client data format* is what is
/// delivered: canonical, at the file's own rate and with its own channels, until ``setClientFormat(_:layout:)`` asks for
/// other linear PCM. Then a rate converter and a channel matrix stand between decoder and caller.
/// ``read(into:frameCount:)`` gives the client's bytes; ``read(into:at:frameCount:)`` gives the same frames canonical,
/// whatever the client has of depth, byte order and interleaving.
///
/// A read may give fewer frames than asked for at any time; zero frames are the end. ``seek(to:)`` and ``tell`` count
/// frames *of the file*, at the file's rate, as `ExtAudioFileSeek` does, so with a rate conversion they differ from the
/// frames that were read.
///
/// The kind of a file is found by its content, never by its name. `-` is standard input. A file that still grows is
/// read as far as it was there when it was opened. A pipe is decoded as it comes by who promises to read it once
/// (``ReaderOptions/readsOnce``), and kept in an unnamed temporary file as far as it is read by all others, and where
/// its kind cannot be streamed. A name that begins with `synth:` and is no file's is a ``Stimulus``.
///
/// ## Allocation
/// In `init` and ``setClientFormat(_:layout:)``; with a rate conversion also in ``seek(to:)``. None while reading, but
/// for a decoder now and then where a file is decoded in pieces: an MP3 every 256 of its frames.
public final class AudioFileReader: FrameSource {
    /// The file as the caller named it; `standard input` for `-`.
    public let path: String
    /// What opening found out; what decoding finds is in ``warnings``. A length that was open is known from the end on.
    public var properties: FileProperties {
        guard let count = decoded.countedFrames else { return opened }
        var properties = opened
        if !opened.isOpen { properties.claimedFrameCount = opened.frameCount }
        (properties.frameCount, properties.lengthSource) = (count, opened.isOpen ? .decoded : opened.lengthSource)
        return properties
    }
    private let opened: FileProperties
    /// As they were given to `init`; ``setClientFormat(_:layout:)`` leaves them alone.
    public let options: ReaderOptions

    /// What is delivered.
    public internal(set) var clientFormat: StreamDescription
    /// The channels that are delivered.
    public internal(set) var clientLayout: ChannelLayout
    /// How rate, channels and depth are converted: what `kExtAudioFileProperty_AudioConverter` gives access to.
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
    /// What comes behind frames that were delivered.
    var pendingError: AudioFileError?

    /// Opens a file and finds out everything about it that can be known without decoding it all.
    ///
    /// - Throws: ``AudioFileError`` of kind `noInput` when there is nothing to open, `badData` when it is not sound or
    ///   no audio, `unavailable` when it needs a codec that is not here, `usage` for a stimulus or a stream that there is not; with
    ///   strict options also for what would be a warning.
    public convenience init(path: FilePath, options: ReaderOptions = ReaderOptions()) throws(AudioFileError) {
        try self.init(input: InputBytes(path: path), options)
    }

    /// The same, of a path as text.
    public convenience init(path: String, options: ReaderOptions = ReaderOptions()) throws(AudioFileError) {
        try self.init(path: FilePath(path), options: options)
    }

    /// As ``init(path:options:)``, of bytes that others look at as well: of a pipe nothing is read once
    /// (``ReaderOptions/readsOnce``), as it would be gone for them.
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

    /// The file data format: as the audio is stored.
    public var fileFormat: StreamDescription { opened.dataFormat }

    /// The channels of the file, in the order in which they are delivered when there is no conversion.
    public var fileLayout: ChannelLayout { opened.layout }

    /// What ``read(into:at:frameCount:)`` gives: canonical, at the client's rate and with its channels.
    public var format: StreamDescription {
        .canonical(sampleRate: clientFormat.sampleRate, channels: clientFormat.channelCount)
    }

    /// The number of frames that will be delivered from frame 0 on, at the client's rate: exact, unless the file proves
    /// damaged; `nil` as long as it is open.
    public var frameCount: Int64? {
        let properties = properties
        if properties.isOpen { return nil }
        return isConvertingRate
            ? ResampledSource.outputLength(
                of: properties.frameCount, from: decoded.format.sampleRate, to: clientFormat.sampleRate)
            : properties.frameCount
    }

    /// Where the file's number of frames came from.
    public var lengthSource: FileProperties.LengthSource { properties.lengthSource }

    /// Everything that was found wrong with the file so far, at opening and while decoding.
    public var warnings: [FileWarning] { opened.warnings + decoded.warnings }
}
