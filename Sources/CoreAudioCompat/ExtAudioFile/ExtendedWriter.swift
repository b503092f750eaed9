internal import KKAudio

/// A file that is written frame by frame, of the client's format.
final class ExtendedWriter {
    private enum Target {
        /// Linear PCM; the file may be the client's own.
        case packets(AudioFile, isOwn: Bool)
        case encoder(AudioFileWriter)
    }

    private let target: Target
    let fileFormat: StreamDescription
    /// What the target takes.
    private let stored: StreamDescription
    private(set) var client: StreamDescription
    private var converter: KKConvert.AudioConverter?
    private var output: KKPCM.AudioBufferList
    private(set) var framesWritten: Int64 = 0

    private static let turn = 4096

    /// Linear PCM in any container that holds it, or FLAC.
    init(
        path: String, fileType: AudioFileTypeID, format: StreamDescription, layout: ChannelLayout?, erases: Bool
    ) throws {
        fileFormat = format.completed
        if fileType == kAudioFileFLACType {
            guard format.formatID == .flac else { throw Status(kAudioFileUnsupportedDataFormatError) }
            let depths: [UInt32: Encoding] = [0: .s16, 1: .s16, 3: .s24]
            let encoding = try depths[format.formatFlags.rawValue].orThrow(kAudioFileUnsupportedDataFormatError)
            var options = WriterOptions()
            options.force = erases
            target = .encoder(
                try AudioFileWriter(
                    path: path, format: OutputFormat(container: .flac, encoding: encoding),
                    layout: layout ?? .standard(format.channelCount), sampleRate: format.sampleRate, options: options))
            stored = .canonical(sampleRate: format.sampleRate, channels: format.channelCount)
        } else {
            let file = try AudioFile(
                creating: path, fileType: FourCharCode(rawValue: fileType), format: fileFormat,
                flags: erases ? .eraseFile : [])
            guard fileFormat.isLinearPCM else { throw Status(kAudioFileUnsupportedDataFormatError) }
            if let layout { try file.setProperty(AudioFile.Property.channelLayout, .layout(layout)) }
            target = .packets(file, isOwn: true)
            stored = fileFormat
        }
        client = stored
        output = KKPCM.AudioBufferList(for: stored, frameCapacity: Self.turn)
    }

    /// A file that is the client's, and stays it.
    init(_ file: HeldFile) throws {
        guard case .description(let format) = try file.file.property(AudioFile.Property.dataFormat), format.isLinearPCM
        else { throw Status(kAudioFileUnsupportedDataFormatError) }
        target = .packets(file.file, isOwn: false)
        fileFormat = format
        stored = format
        client = format
        output = KKPCM.AudioBufferList(for: format, frameCapacity: Self.turn)
    }

    func setClient(_ description: StreamDescription) throws {
        let wanted = try ClientFormat(description).description
        guard framesWritten == 0 else { throw Status(kExtAudioFileError_InvalidOperationOrder) }
        var settings = KKConvert.AudioConverter.Settings()
        if wanted.channelCount != stored.channelCount {
            // As it is when a file is read: other numbers of channels are mixed, and none is dropped.
            (settings.inputLayout, settings.outputLayout) = (.standard(wanted.channelCount), try layout())
        }
        converter =
            wanted == stored ? nil : try KKConvert.AudioConverter(from: wanted, to: stored, settings: settings)
        client = wanted
    }

    func write(_ frameCount: Int, _ ioData: UnsafePointer<CCoreAudio.AudioBufferList>) throws {
        if frameCount == 0 { return }
        let room = try ClientFormat(client).room(in: ioData)
        guard frameCount <= room else { throw Status.parameter }
        var input = KKPCM.AudioBufferList(copying: ioData)
        let byteCount = frameCount * Int(client.bytesPerFrame)
        for index in input.buffers.indices {
            input[index].bytes.removeLast(input[index].bytes.count - byteCount)
            input[index].byteCount = byteCount
        }
        guard let converter else { return try store(input, frameCount) }
        // The converter takes all of it, and asks for more: that is the end of this call.
        var isTaken = false
        while true {
            var count = Self.turn
            do {
                try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, data in
                    if isTaken { throw Dry() }
                    isTaken = true
                    packets = frameCount
                    data = input
                }
            } catch is Dry {
                return try store(output, count)
            }
            try store(output, count)
        }
    }

    private struct Dry: Error {}

    private func store(_ list: KKPCM.AudioBufferList, _ frameCount: Int) throws {
        if frameCount == 0 { return }
        switch target {
        case .packets(let file, _):
            let byteCount = frameCount * Int(stored.bytesPerFrame)
            try file.writePackets(Array(list.buffers[0].bytes.prefix(byteCount)))
        case .encoder(let writer):
            let client = try ClientFormat(stored)
            var buffer = PCMBuffer(channelCount: stored.channelCount, frameCapacity: frameCount)
            client.take(list, frameCount, into: &buffer)
            try writer.write(buffer)
        }
        framesWritten += Int64(frameCount)
    }

    /// Writes what the rate converter still has, and completes the file.
    func close() throws {
        if let converter, framesWritten > 0 {
            while true {
                var count = Self.turn
                try converter.fillComplexBuffer(packetCount: &count, into: &output) { packets, _ in packets = 0 }
                if count == 0 { break }
                try store(output, count)
            }
        }
        switch target {
        case .packets(let file, let isOwn): if isOwn { try file.close() }
        case .encoder(let writer): try writer.finalize()
        }
    }

    func layout() throws -> ChannelLayout {
        switch target {
        case .packets(let file, _):
            if case .layout(let layout) = try file.property(AudioFile.Property.channelLayout) { return layout }
            return .standard(fileFormat.channelCount)
        case .encoder(let writer): return writer.layout
        }
    }
}
