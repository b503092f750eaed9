internal import KKMixing

/// Rows that several commands have, each with its own words where it means another thing.
extension Option {
    static func rate(_ help: String) -> Option {
        Option("-r, --rate <hertz>", help, joins: true).alsoCalled("--sample-rate", "--samplerate", "--fs", "--ar")
    }

    static func channels(_ help: String) -> Option {
        Option("-c, --channels <layout>", help, joins: true).alsoCalled("--ac", "--layout").completed(.list("layouts"))
    }

    static func format(_ usual: String) -> Option {
        Option("--format <name>", "Container: wav, caf, flac, … (see kkmix formats; default: \(usual)).")
            .completed(.list("formats"))
    }

    static func encoding(_ inputs: String) -> Option {
        Option(
            "--encoding <name>",
            "Encoding: s16, s24, f32, … (see kkmix formats; default: by the container and \(inputs))."
        ).alsoCalled("--bits", "--bit-depth", "--codec", "--subtype").completed(.list("encodings"))
    }

    /// What a file does not say of itself.
    static let raw = Option(
        "--raw <format>",
        "Read inputs as samples without a header: encoding, byte order, @rate, xchannels (s16le@48000x2)."
    ).alsoCalled("--headerless", "--input-format")
    static let stream = Option(
        "--stream <number>", "Audio stream of files with several (default: the first that can be decoded).")

    static let bitRate = Option(
        "--bitrate <rate|vbr:n>",
        "Bit rate of MP3, Opus, AAC or AC-3: 128k; of MP3 also vbr:0 (best) to vbr:9 (see kkmix formats; default: by the encoding)."
    )

    static let quality = Option("--quality <number>", "Quality of Vorbis, 0 to 10 (default: 6).")

    static let compression = Option(
        "--compression <level>",
        "How hard to compress a lossless output; the samples stay the same. FLAC: 0 to 8 (default: 5). WavPack: fast, normal, high or very-high (default: normal)."
    ).alsoCalled("--level").completed(.words(EncodingChoices.compressionWords))

    static let resampler = Option(
        "--resampler <name>",
        "Sample-rate converter: best, high, medium, fast, or libsamplerate:best, :medium, :fastest (default: high)."
    ).completed(.words(ResamplerQuality.allCases.map(\.rawValue)))

    static let dither = Option(
        "--dither <auto|none|tpdf|shaped>",
        "Noise that hides the rounding to integers: flat (tpdf), shaped so that the ear hears it least (shaped), or tpdf only where 16 bits or fewer cannot hold the exact result (auto) (default: auto).",
        isChoice: true)

    static let seed = Option(
        "--seed <number>", "Seed of the dither noise (default: 0).", takesDashes: true)

    static func onClip(_ what: String, again: String) -> Option {
        Option(
            "--on-clip <warn|error|limit|scale>",
            "When the \(what) passes full scale: warn, fail (error), or \(again) again at the highest level that fits (scale) or through a limiter (limit) (default: warn).",
            isChoice: true)
    }

    static func loudness(_ what: String) -> Option {
        Option(
            "--loudness <loudness[,tp=true peak][,short=…]>",
            "Bring \(what) to an integrated loudness: -16LUFS,tp=-1dBTP. tp= adds a limiter that holds the true peak. For sounds under 400 ms, short=momentary measures what is there, and short=skip leaves them as they are.",
            takesDashes: true)
    }

    static func normalize(_ what: String) -> Option {
        Option("--normalize <peak|rms:level>", "Bring \(what) to a peak or RMS level: peak:-1dBFS or rms:-20dBFS.")
            .alsoCalled("--norm", "--normalise", "--peak")
    }

    static func strict(_ place: String) -> Option {
        Option("--strict", "Make damage inside \(place) an error (otherwise a warning).")
    }

    static func output(_ help: String, _ value: String = "path") -> Option {
        Option("-o, --output <\(value)>", help, isAlone: true).alsoCalled("--out", "--outfile", "--output-file")
    }

    static func force(_ help: String) -> Option {
        Option("-f, --force", help, isAlone: true).alsoCalled("--overwrite", "-y", "--yes")
    }

    static func dryRun(_ help: String) -> Option { Option("-n, --dry-run", help, isAlone: true) }

    /// - Parameters:
    ///   - units: what is done at once: `files`.
    ///   - result: what is the same with any number of them.
    static func jobs(_ units: String? = nil, changes result: String) -> Option {
        Option(
            "-j, --jobs <n|auto>",
            "Threads\(units.map { ", and so \($0) at once" } ?? ""): 1 to 256; does not change the \(result) (default: auto, one per processor).",
            joins: true, takesDashes: true, isAlone: true
        ).alsoCalled("--threads", "--workers", "--parallel")
    }

    /// - Parameters:
    ///   - values: what can be said, as a placeholder.
    ///   - help: with the default.
    static func metadata(_ values: String, _ help: String) -> Option { Option("--metadata <\(values)>", help) }

    static let tag = Option(
        "--tag <name=text>",
        "Set a tag of the output (title=…, artist, album, track, date, genre, comment, copyright), or leave it out with an empty text; may be repeated.",
        repeats: true)

    static let cover = Option("--cover <file>", "JPEG or PNG picture for the front cover of the output.")

    static let offline = Option(
        "--offline", "Do not use the network: an address as an input is an error (also with KKMIX_OFFLINE=1).",
        isAlone: true)

    /// What is taken of folders, and of the files that are named and found; see `Command.listing`.
    static let found = [
        offline,
        Option(
            "--recursive", "Read the inputs that are folders: take all audio files in them and in their subfolders."),
        Option(
            "--include <glob>",
            "Take only inputs whose name matches: '*.wav'. A pattern with a slash is matched against the path in the folder. May be repeated.",
            repeats: true),
        Option(
            "--exclude <glob>",
            "Leave out inputs and folders that match, with patterns as in --include; may be repeated.", repeats: true
        ),
    ]

    static let progress = Option(
        "--progress <auto|json|none>",
        "Progress on standard error: a line on a terminal (auto), JSON Lines (json), or none (default: auto).",
        isAlone: true,
        isChoice: true)
}
