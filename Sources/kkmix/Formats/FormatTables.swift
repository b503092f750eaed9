internal import KKMixing

/// The tables that the manual quotes.
enum FormatTables {
    static var text: String {
        """
        Written:

        \(MarkdownTable.text(["format", "extensions", "encodings", "default", "layouts", "to a pipe", "same bytes"], OutputFormat.all.map { row in
            [row.name, row.extensions.joined(separator: " "), row.encodings.map(\.rawValue).joined(separator: " "),
             row.defaults.map(\.rawValue).joined(separator: " "), layouts(row.layouts), row.isStreamable ? "yes" : "no", row.isReproducible ? "yes" : "samples"]
        }))

        \(MarkdownTable.text(["encoder"] + EncodingChoices.Option.allCases.map { "`\($0.rawValue)`" } + ["without"], OutputFormat.encoders.map { name, choices in
            [name] + EncodingChoices.Option.allCases.map { choices.values($0) ?? "–" } + [choices.standard]
        }))

        \(qualities)

        Read:

        \(MarkdownTable.text(["format", "by", "encodings"], InputFormats.table.map { [$0.name, $0.reader, $0.encodings] }))
        """
    }

    /// What the encoders are asked for.
    private static let qualities = """
        A bit rate is for all channels together. It is constant in AC-3 and MP3, which have only certain rates (below 32 kHz MP3 has 8k to 160k, below 16 kHz up to
        64k), and an average in Opus and AAC (Low Complexity). AAC takes 16k to 192k per channel at 48 kHz, in proportion at other sample rates; AC-3 at least 16k
        per channel. vbr:2 is LAME's V2, about 190 kbit/s in stereo; Vorbis at quality 6 has about 192 kbit/s in stereo. Without a bit rate, libopus chooses one for
        mono and stereo; with more channels Opus gets 64 kbit/s for each stream, and 32 more if it is a pair. AAC below 44.1 kHz gets less. Compression changes no sample.

        M4A is AAC unless `--encoding alac` asks for Apple Lossless, in 16 or 24 bits as the inputs need; `alac16` and `alac24` choose one. libavcodec encodes AAC
        and AC-3, if it is installed; kkmix itself encodes Apple Lossless, with the same bytes on every machine.
        """

    /// `any`, `mono stereo`, `mono to 7.1`.
    private static func layouts(_ names: [String]) -> String {
        guard let first = names.first, let last = names.last else { return "any" }
        return names.count == 2 ? "\(first) \(last)" : "\(first) to \(last)"
    }

    /// Where each format has what belongs to a sound.
    static var notes: String {
        MarkdownTable.text(
            ["field"] + NoteTable.containers.map(\.name),
            NoteTable.rows.map { row in [row.field] + row.places.map { $0.name.map { "`\($0)`" } ?? "–" } })
    }

    /// The track settings that may follow `::`.
    static var settings: String {
        MarkdownTable.text(
            ["setting", "value", "meaning"],
            TrackSpec.settings.map { ["`\($0.key)`", $0.value.isEmpty ? "–" : $0.value, $0.meaning] })
    }

    /// The sounds that are made instead of read, and what can be said of them.
    static var stimuli: String {
        """
        \(MarkdownTable.text(["stimulus", "keys of its own", "sound"], Stimulus.kindTable.map { row in
            ["`\(row.name)`", row.keys.isEmpty ? "–" : row.keys.map { "`\($0.rawValue)`" }.joined(separator: " "), row.meaning]
        }))

        \(MarkdownTable.text(["key", "value", "without it", "meaning"], Stimulus.keyTable.map { row in
            ["`\(row.key.rawValue)`", row.value, row.unset, row.meaning]
        }))
        """
    }

    /// The conformance sheet of the rate converter.
    static var resampler: String {
        MarkdownTable.text(
            ["quality", "flat to", "at 44.1 kHz", "within", "aliases", "noise", "taps", "in"],
            ResamplerQuality.own.compactMap { quality in
                quality.figures.map { figures in
                    [
                        quality.rawValue, decimalText(figures.passband, digits: 3),
                        "\(decimalText(figures.passband * 22.05, digits: 1)) kHz",
                        "\(decimalText(figures.ripple, digits: 4)) dB", "\(decimalText(figures.alias, digits: 1)) dBFS",
                        "\(decimalText(figures.noise, digits: 1)) dBFS",
                        String(figures.taps), figures.arithmetic,
                    ]
                }
            })
    }

    /// The pairs that the table shows.
    static let layoutPairs: [(ChannelLayout, ChannelLayout)] = [
        (.mono, .stereo), (.stereo, .mono), (.quadraphonic, .stereo), (.fiveZero, .stereo), (.fiveOne, .stereo),
        (.sixOne, .stereo), (.sevenOne, .stereo),
        (.fiveOne, .mono), (.sevenOne, .fiveOne), (.mono, .fiveOne), (.stereo, .fiveOne), (.quadraphonic, .fiveOne),
    ]

    /// What each channel of the mix takes from a track of another layout.
    static var layouts: String {
        MarkdownTable.text(
            ["from", "to", "each channel"],
            layoutPairs.map { from, to in
                [from.name, to.name, ChannelMatrix.mixing(from, to: to).text(from: from, to: to)]
            })
    }
}

extension ChannelMatrix {
    /// `L = L + 0.7071 C + 0.7071 Ls; R = …`; a channel that takes nothing is left out.
    func text(from inputs: ChannelLayout, to outputs: ChannelLayout) -> String {
        outputs.labels.indices.compactMap { output in
            let terms = inputs.labels.indices.filter { self[output: output, input: $0] != 0 }.map { input in
                let level = self[output: output, input: input]
                return (level == 1 ? "" : "\(decimalText(Double(level), digits: 4)) ")
                    + inputs.labels[input].description
            }
            return terms.isEmpty ? nil : "\(outputs.labels[output]) = \(terms.joined(separator: " + "))"
        }.joined(separator: "; ")
    }
}
