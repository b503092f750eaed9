internal import KKMixing

/// `{"schema":1,"written":[…],"read":[…]}`: what `formats --json` prints.
struct FormatsDocument: Codable {
    var schema = 1
    var written = OutputFormat.all
    var read = InputFormats.table.map { Read(name: $0.name, reader: $0.reader, encodings: $0.encodings) }

    struct Read: Codable {
        var name: String
        var reader: String
        var encodings: String
    }
}

/// `{"schema":1,"settings":[…]}`: what `formats --settings --json` prints; a setting without a value has null there.
struct SettingsDocument: Codable {
    var schema = 1
    var settings = TrackSpec.settings.map {
        Setting(key: $0.key, value: $0.value.isEmpty ? nil : $0.value, meaning: $0.meaning)
    }

    struct Setting: Codable {
        var key: String
        @OrNull var value: String?
        var meaning: String
    }
}

/// `{"schema":1,"stimuli":[…],"keys":[…]}`: what `formats --stimuli --json` prints. `keys` of a stimulus are its own;
/// the others belong to all.
struct StimuliDocument: Codable {
    var schema = 1
    var stimuli = Stimulus.kindTable.map { Row(name: $0.name, keys: $0.keys.map(\.rawValue), meaning: $0.meaning) }
    var keys = Stimulus.keyTable.map {
        Key(key: $0.key.rawValue, value: $0.value, unset: $0.unset, meaning: $0.meaning)
    }

    struct Row: Codable {
        var name: String
        var keys: [String]
        var meaning: String
    }

    struct Key: Codable {
        var key: String
        var value: String
        var unset: String
        var meaning: String
    }
}

/// `{"schema":1,"layouts":[…]}`: what `formats --layouts --json` prints. `matrix[i][j]` is the factor at which the
/// channel `outputs[i]` takes `inputs[j]`.
struct LayoutsDocument: Codable {
    var schema = 1
    var layouts = FormatTables.layoutPairs.map { Pair(from: $0, to: $1) }

    struct Pair: Codable {
        var from: String
        var to: String
        var inputs: [String]
        var outputs: [String]
        var matrix: [[Float]]

        init(from: ChannelLayout, to: ChannelLayout) {
            let mixing = ChannelMatrix.mixing(from, to: to)
            self.from = from.name
            self.to = to.name
            inputs = from.labels.map(\.description)
            outputs = to.labels.map(\.description)
            matrix = to.labels.indices.map { output in from.labels.indices.map { mixing[output: output, input: $0] } }
        }
    }
}

/// `{"schema":1,"qualities":[…]}`: what `formats --resampler --json` prints.
struct ResamplerDocument: Codable {
    var schema = 1
    var qualities = ResamplerQuality.own.compactMap(Row.init)

    struct Row: Codable {
        var quality: String
        var passband: Double
        var ripple_db: Double
        var alias_dbfs: Double
        var noise_dbfs: Double
        var taps: Int
        var arithmetic: String

        init?(_ quality: ResamplerQuality) {
            guard let figures = quality.figures else { return nil }
            self.quality = quality.rawValue
            passband = figures.passband
            ripple_db = figures.ripple
            alias_dbfs = figures.alias
            noise_dbfs = figures.noise
            taps = figures.taps
            arithmetic = figures.arithmetic
        }
    }
}
