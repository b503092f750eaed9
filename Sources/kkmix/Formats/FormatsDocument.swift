internal import KKMixing

/// `{"schema":1,"written":[…],"encoders":[…],"read":[…]}`: what `formats --json` prints.
struct FormatsDocument: KeyedReport {
    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("written") { _ in OutputFormat.all }
        key("encoders") { _ in OutputFormat.encoders.map(EncoderRow.init) }
        key("read") { _ in InputFormats.table.map { Read(name: $0.name, reader: $0.reader, encodings: $0.encodings) } }
    }

    struct Read: Codable {
        var name: String
        var reader: String
        var encodings: String
    }
}

/// What `formats --json` prints of an encoder of which something can be asked.
struct EncoderRow: KeyedReport {
    let name: String
    let choices: EncodingChoices

    static func tell(_ key: inout ReportKeys<Self>) {
        key("name", \.name)
        key("bitrate") { $0.choices.values(.bitRate) }
        key("quality") { $0.choices.values(.quality) }
        key("compression") { $0.choices.values(.compression) }
        key("standard", \.choices.standard)
    }
}

/// What `formats --settings --json` prints of a setting; one without a value has null there.
struct SettingRow: Codable {
    var key: String
    @OrNull var value: String?
    var meaning: String

    static let all = TrackSpec.settings.map {
        SettingRow(key: $0.key, value: $0.value.isEmpty ? nil : $0.value, meaning: $0.meaning)
    }
}

/// `{"schema":1,"stimuli":[…],"keys":[…]}`: what `formats --stimuli --json` prints. `keys` of a stimulus are its own;
/// the others belong to all.
struct StimuliDocument: KeyedReport {
    static func tell(_ key: inout ReportKeys<Self>) {
        key("schema") { _ in 1 }
        key("stimuli") { _ in Stimulus.kindTable }
        key("keys") { _ in Stimulus.keyTable }
    }
}

/// What `formats --layouts --json` prints of two layouts. `matrix[i][j]` is the factor at which the channel
/// `outputs[i]` takes `inputs[j]`.
struct LayoutPair: KeyedReport {
    let from: ChannelLayout
    let to: ChannelLayout

    static func tell(_ key: inout ReportKeys<Self>) {
        key("from", \.from.name)
        key("to", \.to.name)
        key("inputs") { $0.from.labels.map(\.description) }
        key("outputs") { $0.to.labels.map(\.description) }
        key("matrix") { ChannelMatrix.mixing($0.from, to: $0.to).rows }
    }
}

/// What `formats --resampler --json` prints of a quality.
struct ResamplerRow: KeyedReport {
    let quality: String
    let figures: ResamplerFigures

    static let all = ResamplerQuality.own.compactMap { quality in
        quality.figures.map { ResamplerRow(quality: quality.rawValue, figures: $0) }
    }

    static func tell(_ key: inout ReportKeys<Self>) {
        key("quality", \.quality)
        key("passband", \.figures.passband)
        key("ripple_db", \.figures.ripple)
        key("alias_dbfs", \.figures.alias)
        key("noise_dbfs", \.figures.noise)
        key("taps", \.figures.taps)
        key("arithmetic", \.figures.arithmetic)
    }
}

/// What `formats --notes --json` prints of a field: where each format has it.
struct NoteRow: KeyedReport {
    let row: NoteTable.Row

    static let all = NoteTable.rows.map(NoteRow.init)

    static func tell(_ key: inout ReportKeys<Self>) {
        key("field", \.row.field)
        key("places") { row in
            row.row.places.map { Place(container: $0.container.rawValue, place: $0.name) }
        }
    }

    struct Place: Codable {
        var container: String
        @OrNull var place: String?
    }
}
