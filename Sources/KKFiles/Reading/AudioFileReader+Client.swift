public import KKConvert
public import KKPCM

extension AudioFileReader {
    /// Sets another format for reading. Reading continues at the file's frame ``tell``.
    ///
    /// - Parameters:
    ///   - format: linear PCM of any rate, depth, byte order and number of channels, interleaved or not. Sizes that are
    ///     zero and follow from the others are filled in.
    ///   - layout: its channel layout; `nil` is the file's layout if the number is the same, and otherwise the usual
    ///     one for that number.
    /// - Throws: −66563 if it is not linear PCM, −66564 for a layout with a different number of channels.
    public func setClientFormat(_ format: StreamDescription, layout: ChannelLayout? = nil) throws(AudioFileError) {
        let format = format.completed
        let bytes = try ClientBytes.checked(format, converterSettings, path: path)
        let usual = format.channelCount == fileLayout.channelCount ? fileLayout : .standard(format.channelCount)
        let layout = layout ?? usual
        guard layout.channelCount == format.channelCount else { throw .layout(layout, of: format, path: path) }
        let frame = tell
        try connect(.canonical(sampleRate: format.sampleRate, channels: format.channelCount), layout, from: frame)
        clientFormat = format
        clientLayout = layout
        clientBytes = bytes
    }

    /// Sets how rate, channels and depth are converted: quality, complexity, channel map, dither. Reading continues at
    /// the file's frame ``tell``.
    ///
    /// - Throws: errors of `AudioConverter` for impossible settings. Its layouts and prime method cannot be set here:
    ///   use ``setClientFormat(_:layout:)`` for layouts, and a file always begins with its first frame.
    public func setConverterSettings(_ settings: AudioConverter.Settings) throws(AudioFileError) {
        guard settings.primeMethod == .normal, settings.inputLayout == nil, settings.outputLayout == nil else {
            throw AudioFileError(
                .operationNotSupported, kind: .usage, path: path,
                "layouts and the prime method cannot be set on a file's converter",
                nextStep: "leave them out; layouts are set with the client format")
        }
        do {
            // What it says of the settings is what a converter says.
            _ = try AudioConverter(from: decoded.format, to: clientFormat, settings: settings)
        } catch {
            throw AudioFileError(.parameter, kind: .usage, path: path, error.problem, nextStep: error.nextStep)
        }
        let old = converterSettings
        converterSettings = settings
        do {
            try setClientFormat(clientFormat, layout: clientLayout)
        } catch {
            converterSettings = old
            throw error
        }
    }

    /// Reads at most `frameCount` frames in the client format into `list`, and sets its sizes: `ExtAudioFileRead`.
    ///
    /// - Returns: the number of frames; fewer at the end, and before an error, which the next call throws. Zero is the
    ///   end, and remains the end.
    /// - Throws: −50 for a list with the wrong buffers, or without room for the frames; errors of the file.
    ///
    /// ## Allocation
    /// In the first call after a format was set.
    public func read(into list: inout AudioBufferList, frameCount: Int) throws(AudioFileError) -> Int {
        if clientBytes == nil { clientBytes = try ClientBytes.checked(clientFormat, converterSettings, path: path) }
        guard let bytes = clientBytes else { return 0 }
        try bytes.check(list, frameCount, path: path)
        if let error = pendingError {
            pendingError = nil
            throw error
        }
        var done = 0
        do throws(AudioFileError) {
            while done < frameCount {
                let first = deliveredCount
                let wanted = min(frameCount - done, ClientBytes.frameCapacity)
                let count = try read(into: &bytes.frames, at: 0, frameCount: wanted)
                if count == 0 { break }
                bytes.converter.pack(bytes.frames, frameCount: count, firstFrame: first, into: &list, at: done)
                done += count
            }
        } catch {
            if done == 0 { throw error }
            pendingError = error
        }
        if done == 0 { bytes.converter.pack(bytes.frames, frameCount: 0, into: &list) }
        return done
    }
}

/// The client's side of a reader or writer: bytes of linear PCM of any kind, and the frames that they are made of.
final class ClientBytes {
    static let frameCapacity = 4096
    var converter: BufferListConverter
    var frames: PCMBuffer

    private init(_ converter: BufferListConverter) {
        self.converter = converter
        frames = PCMBuffer(channelCount: converter.format.channelCount, frameCapacity: Self.frameCapacity)
    }

    /// - Throws: −66563 for a format that no client can have.
    static func checked(
        _ format: StreamDescription, _ settings: AudioConverter.Settings, path: String
    ) throws(AudioFileError) -> ClientBytes {
        var problem = "the client format must be linear PCM, but is \(format)"
        var nextStep: String? = "ask for StreamDescription.canonical(sampleRate:channels:), or .linearPCM(…)"
        let isRate = format.sampleRate.isFinite && format.sampleRate > 0
        if format.isLinearPCM, isRate, (1...1024).contains(format.channelCount) {
            do {
                return ClientBytes(
                    try BufferListConverter(
                        format, dither: settings.dither, bits: settings.ditherBitDepth, seed: settings.seed))
            } catch {
                (problem, nextStep) = (error.problem, error.nextStep)
            }
        }
        throw AudioFileError(.nonPCMClientFormat, kind: .usage, path: path, problem, nextStep: nextStep)
    }

    /// - Throws: −50 for a list that has not room for so many frames in the client's format.
    func check(_ list: AudioBufferList, _ frameCount: Int, path: String) throws(AudioFileError) {
        let (size, isBeyond) = frameCount.multipliedReportingOverflow(by: Int(converter.format.bytesPerFrame))
        guard frameCount >= 0, !isBeyond, size >= 0, converter.fits(list, frameCount: frameCount) else {
            throw AudioFileError(
                .parameter, kind: .defect, path: path,
                "a list of \(list.buffers.count) buffers cannot hold \(frameCount) frames of [\(converter.format)]",
                nextStep: "make it with AudioBufferList(for:frameCapacity:)")
        }
    }
}

extension AudioFileError {
    static func layout(_ layout: ChannelLayout, of format: StreamDescription, path: String) -> AudioFileError {
        AudioFileError(
            .invalidChannelMap, kind: .usage, path: path,
            "the client layout \(layout) does not have the \(format.channelCount) channels of the client format",
            nextStep: "make them agree")
    }
}
