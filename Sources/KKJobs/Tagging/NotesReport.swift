public import KKFiles
public import KKPCM

/// All metadata of a file, as a document.
public struct NotesReport: KeyedReport {
    public var path: FilePath
    public var container: String
    public var sampleRate: Double
    public var notes: AudioFileAnnotations
    /// Metadata that the file's format cannot store.
    public var notices: [String] = []
    public var isChanged = false

    public init(_ file: TaggedFile) {
        (path, container, sampleRate, notes) = (file.path, file.container, file.sampleRate, file.notes)
    }

    public static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.path)
        key("container", \.container)
        key("sample_rate", \.sampleRate)
        key("changed", \.isChanged)
        key("tags") {
            Dictionary($0.notes.information.map { ($0.key, $0.value) }, uniquingKeysWith: { first, _ in first })
        }
        key("pictures") { $0.notes.pictures.map(Picture.init) }
        key("markers", \.notes.markers)
        key("regions", \.notes.regions)
        key("instrument") { $0.notes.instrument.map(Instrument.init) }
        key("ixml") { $0.notes.productionNotes.map { String(decoding: $0, as: UTF8.self) } }
        key("notices", \.notices)
    }

    package struct Picture: KeyedReport {
        let picture: AttachedPicture

        package static func tell(_ key: inout ReportKeys<Self>) {
            key("kind") { Int($0.picture.kind) }
            key("mime_type", \.picture.mimeType)
            key("description", \.picture.description)
            key("bytes", \.picture.bytes.count)
            key("data") { Base64.text($0.picture.bytes) }
        }
    }

    package struct Instrument: KeyedReport {
        let settings: SamplerInstrument

        package static func tell(_ key: inout ReportKeys<Self>) {
            key("base_note") { Int($0.settings.baseNote) }
            key("detune") { Int($0.settings.detune) }
            key("low_note") { Int($0.settings.lowNote) }
            key("high_note") { Int($0.settings.highNote) }
            key("low_velocity") { Int($0.settings.lowVelocity) }
            key("high_velocity") { Int($0.settings.highVelocity) }
            key("gain") { Int($0.settings.gain) }
        }
    }
}
