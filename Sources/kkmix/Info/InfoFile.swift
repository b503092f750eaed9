internal import KKMixing

/// A file as `info` knows it: by the reader that decodes it, and as it is stored where ``AudioFile`` opens it, too. The
/// reader decides whether there is anything to tell; only of audio that nothing here decodes is it enough that the
/// packets can be distinguished.
struct InfoFile {
    let path: FilePath
    /// What the reader says of it; `nil` if nothing here decodes it.
    let properties: FileProperties?
    /// What the reader gives.
    let clientFormat: StreamDescription?
    let stored: InfoStored?
    /// Why it cannot be decoded.
    let refusal: String?
    /// `nil` for a sound without a file.
    let byteCount: Int64?
    /// What is wrong with the file by those who look at how it is stored, and does not keep anybody from reading it.
    let notes: [String]
    let warnings: [FileWarning]
    /// In the order of the file.
    let pictures: [AttachedPicture]
    /// By the file's own frames, with what it says of them beside; a reader knows those of some formats alone.
    private let places: [AudioFileMarker]

    /// - Throws: what the reader says; and of every part alike the first read that failed, be it of tags or chunks
    ///   alone.
    init(path: FilePath, _ options: ReaderOptions) throws {
        self.path = path
        let bytes = try InputBytes(path: path)
        do throws(AudioFileError) {
            let reader = try AudioFileReader(bytes, options: options)
            try reader.checkSound()
            // Where no header is searched there is nothing beside the samples.
            (stored, notes) = options.raw == nil ? Self.look(bytes, beside: reader) : (nil, [])
            (properties, clientFormat, refusal, warnings) = (
                reader.properties, reader.clientFormat, nil, reader.warnings
            )
        } catch {
            guard error.kind == .unavailable, var stored = try? InfoStored(bytes), stored.isUndecoded else {
                throw error
            }
            if options.strict, let warning = stored.warnings.first {
                throw AudioFileError(
                    .invalidFile, path: warning.path, at: warning.position, warning.problem,
                    nextStep: "leave --strict out")
            }
            stored.takeRichest()
            (self.stored, refusal, notes, warnings) = (
                stored, [error.problem, error.nextStep].compactMap(\.self).joined(separator: "; "), stored.notes,
                stored.warnings
            )
            (properties, clientFormat) = (nil, nil)
        }
        let notes = options.raw == nil ? (try? TaggedFile(bytes, path: path))?.notes : nil
        (pictures, places) = (notes?.pictures ?? [], notes?.markers ?? [])
        byteCount = (try? bytes.byteCount()) ?? nil
        if let failure = bytes.failure { throw failure }
    }

    private static func look(_ bytes: InputBytes, beside reader: AudioFileReader) -> (InfoStored?, [String]) {
        do throws(AudioFileError) {
            let stored = try InfoStored(bytes)
            let places = reader.warnings.map(\.position)
            let news = stored.warnings.filter { !places.contains($0.position) }.map(\.description)
            return (stored, news + stored.notes)
        } catch {
            return (nil, error.kind == .unavailable || !reader.warnings.isEmpty ? [] : [error.description])
        }
    }

    var container: String { properties?.fileType.name ?? stored?.container ?? "" }
    var format: StreamDescription? { properties?.dataFormat ?? stored?.dataFormat }
    var layout: ChannelLayout {
        properties?.layout ?? stored?.layout ?? .standard(stored?.dataFormat.channelCount ?? 0)
    }
    /// In the order of the file, where that is another one.
    var storedLayout: ChannelLayout? { stored?.layout.flatMap { $0 == layout ? nil : $0 } }
    var frameCount: Int64 { properties?.frameCount ?? stored?.table.validFrames ?? 0 }
    var lengthSource: FileProperties.LengthSource { properties?.lengthSource ?? stored?.lengthSource ?? .scan }
    var seconds: Double { frameCount == 0 ? 0 : Double(frameCount) / (format?.sampleRate ?? 0) }
    var priming: Int64? { properties.map(\.priming) ?? stored?.statedTable?.primingFrames }
    var padding: Int64? { properties.map(\.padding) ?? stored?.statedTable?.remainderFrames }
    /// The codecs of audio streams side by side.
    var streams: [String] { properties?.streams ?? [] }
    var tags: [FileProperties.Tag] { properties?.tags ?? stored?.tags ?? [] }

    /// In the order of their frames.
    var markers: [AudioFileMarker] {
        let known = places.filter { $0.framePosition >= 0 && $0.framePosition < 0x1p60 }
        guard known.isEmpty, let properties else {
            return known.sorted { ($0.framePosition, $0.name) < ($1.framePosition, $1.name) }
        }
        return properties.markers.map { AudioFileMarker(framePosition: Double($0.frame), name: $0.name) }
    }
}
