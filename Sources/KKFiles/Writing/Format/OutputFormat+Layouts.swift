internal import KKCodecs
internal import KKMath
public import KKPCM

/// Which speakers a format can name. A codec's order of channels is fixed by their number, so a layout that it has no
/// order for would be heard from other speakers; containers of PCM hold any channels, and at worst lose their names.
extension OutputFormat {
    /// The layouts that a codec supports, by the number of channels; `nil` if any channels can be written.
    public var layouts: [ChannelLayout]? { codec?.layouts }

    /// For each channel of the file, the channel of the WAVE order that it is; `nil` for a layout that the format would
    /// give to other speakers.
    ///
    /// FLAC puts the back center before the sides (RFC 9639, 9.1.3), Vorbis and Opus have an order of their own (Vorbis
    /// I, section 4.3.9; RFC 7845, 5.1.1.2); the encoders of AAC, AC-3 and Apple Lossless take the WAVE order. Channels without a name keep their order, where no codec treats one of
    /// them as the LFE channel.
    func channelOrder(of layout: ChannelLayout) -> [Int]? {
        let inside = Array(layout.labels.indices)
        guard let layouts else { return inside }
        guard let known = layouts.first(where: { $0.channelCount == layout.channelCount }) else { return nil }
        let labels = layout.withPlainSurrounds.labels
        if labels.count == 1 || layout == Self.matrixStereo { return inside }
        if layout.hasUnnamedChannels {
            let names = storedLabels(known)
            let contradicts = zip(labels, names).contains { $0.isNamed && $0 != $1 }
            return contradicts || labels.count > 2 && container != .flac ? nil : inside
        }
        let places = storedLabels(known).compactMap(labels.firstIndex(of:))
        return Set(places).count == labels.count ? places : nil
    }

    /// The labels of a layout in the order of the file.
    private func storedLabels(_ layout: ChannelLayout) -> [ChannelLabel] {
        switch codec?.order {
        case .flac where layout.channelCount == 7: ChannelLayout.sixOneWithSides.labels
        case .xiph: XiphOrder.stored(layout.channelCount).labels
        default: layout.labels
        }
    }

    private static let matrixStereo = ChannelLayout([.leftTotal, .rightTotal])
}

extension OutputFormat {
    /// Checks that this pair exists and can hold audio with this rate and these channels.
    ///
    /// - Parameter path: the output, for the message.
    /// - Throws: `usage`, with what the format supports.
    public func validate(sampleRate: Double, layout: ChannelLayout, path: String) throws(AudioFileError) {
        try validate(sampleRate: sampleRate, channelCount: layout.channelCount, path: path)
        guard let layouts, channelOrder(of: layout) == nil else { return }
        let count = layout.channelCount
        let names = layouts.map(\.name).joined(separator: ", ")
        let elsewhere = "or write WAV or CAF, which hold any channels"
        if layout.hasUnnamedChannels {
            let usual = ChannelLayout.standard(count)
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: path,
                "\(name) assigns every channel to a speaker, but not all of these \(count) channels have a name (\(layout.name))",
                nextStep: "name them: -c \(usual.optionText) takes them in the order \(usual.labelText); \(elsewhere)"
            )
        }
        let plain = layout.withPlainSurrounds.labels
        let wider = Set(plain).count == count ? layouts.first { other in plain.allSatisfy(other.labels.contains) } : nil
        let mixed = layouts.last { $0.channelCount <= count } ?? .stereo
        let nextStep =
            wider.map { "-c \($0.optionText) keeps every channel and leaves the others silent, " }
            ?? "mix them into one of these, for example with -c \(mixed.optionText), "
        throw AudioFileError(
            .unsupportedDataFormat, kind: .usage, path: path,
            "\(name) cannot store the channels \(layout.labelText); it can hold \(names)",
            nextStep: nextStep + elsewhere)
    }

    /// What happens to channel names that the file cannot store; `nil` if nothing is lost.
    public func notice(of layout: ChannelLayout) -> String? {
        let count = layout.channelCount
        if layouts != nil {
            if container == .flac, count > 1, layout.hasUnnamedChannels {
                let names = ChannelLayout(storedLabels(.standard(count)))
                return
                    "FLAC assigns every channel to a speaker: these \(count) unnamed channels become \(names.labelText), in this order"
            }
            return noticeOfSides(layout)
        }
        switch container {
        case .caf, .aiff, .aifc: return noticeOfSides(layout)
        case .wav, .rf64, .w64, .wavpack:
            guard layout.waveMask == nil, layout.labels.contains(where: \.isNamed) else { return nil }
            return
                "\(container.name) has no channel mask for \(layout.labelText): the channels are written in this order, without names; CAF keeps them"
        case .au:
            guard layout != .standard(count), layout != .discrete(count) else { return nil }
            return
                "AU has no names for channels: \(layout.labelText) are written in this order, without them; WAV and CAF keep them"
        default: return nil
        }
    }

    private func noticeOfSides(_ layout: ChannelLayout) -> String? {
        let plain = layout.withPlainSurrounds
        // FLAC's 6.1 has the side pair.
        guard plain != layout, container != .flac || layout.channelCount != 7 else { return nil }
        let written = layouts == nil ? plain : ChannelLayout.standard(layout.channelCount)
        return "\(name) is written with one pair of surrounds: \(layout.name) becomes \(written.name)"
    }
}

extension ChannelLayout {
    /// Whether some channel is none of a place: discrete, or unknown.
    fileprivate var hasUnnamedChannels: Bool { !labels.allSatisfy(\.isNamed) }

    /// `L R C LFE Ls Rs`.
    fileprivate var labelText: String { labels.map(\.description).joined(separator: " ") }
}

extension ChannelLabel {
    fileprivate var isNamed: Bool { self != .unknown && discreteIndex == nil }
}

extension ChannelLayout {
    /// As `-c` takes it: a name has no blanks, labels are joined by commas.
    fileprivate var optionText: String { name.replacingScalars { $0 == " " ? "," : nil } }
}
