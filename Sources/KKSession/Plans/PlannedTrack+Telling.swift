internal import KKDSP
internal import KKFiles
internal import KKMath
internal import KKPCM

extension PlannedTrack {
    /// Refuses a part that begins where the file has no more sound: what comes would be silence that nobody asked for.
    /// That a file holds no frames at all is its reader's to say.
    func checkPart() throws(SessionError) {
        let count = properties.frameCount
        guard count > 0, regionStart > count || regionStart == count && regionLength != 0 else { return }
        throw SessionError(
            .usage, "'from' is after the end of the file", place: spec.path,
            nextStep: "the file is \(timeText(Double(count) / fileRate)) long; name an earlier time")
    }

    /// A part that the file has only the start of.
    var warnings: [FileWarning] {
        let rest = properties.frameCount - regionStart
        guard properties.frameCount > 0, let regionLength, regionLength > rest else { return [] }
        let missing = decimalText(Double(regionLength - rest) / fileRate, digits: 3)
        return [
            FileWarning(
                path: spec.path.text,
                "the part ends \(missing) s after the end of the file; the available audio is used")
        ]
    }

    /// What a person should know about how the track is used.
    ///
    /// - Parameters:
    ///   - format: the mix's.
    ///   - mixEnd: where the tracks end, in frames of the mix.
    func notices(in layout: ChannelLayout, sampleRate: Double, mixEnd: Int64) -> [String] {
        var notices: [String] = []
        if let doubt = spec.gain.doubt { notices.append(doubt) }
        if let loopPeriod {
            notices.append(
                "the loop repeats every \(decimalText(loopPeriod, digits: 3)) frames of the mix, which is a whole number of frames of "
                    + "the file: that keeps it seamless")
        }
        if isAudible && frameCount != 0 {
            if spec.pan != 0 && !layout.hasSides {
                let mix = layout.channelCount == 1 ? "a mono mix" : "a mix whose channels are neither left nor right"
                notices.append("'pan' does nothing in \(mix): -c stereo makes one with two sides")
            }
            let text = { (frames: Int64) in timeText(Double(frames) / sampleRate) }
            if start >= mixEnd {
                notices.append(
                    "the track starts at \(text(start)), and the mix ends at \(text(mixEnd)): it is not heard")
            } else {
                notices += fadeNotices(mixEnd: mixEnd, text)
            }
        }
        return notices.map { "\(spec.path): \($0)" }
    }

    /// Fades that are cut off, by the track's own length or by the mix's.
    private func fadeNotices(mixEnd: Int64, _ text: (Int64) -> String) -> [String] {
        let heard = min(frameCount ?? .max, mixEnd - start)
        let (rising, falling) = (fadeIn ?? 0, fadeOut ?? 0)
        // A fade-out lies at the track's end, wherever the mix's is.
        let whole = frameCount ?? heard
        var notices: [String] = []
        if rising > heard {
            notices.append(
                "the fade-in takes \(text(rising)), and the track plays \(text(heard)): it never comes to its full level"
            )
        }
        if falling > whole {
            notices.append(
                "the fade-out takes \(text(falling)), and the track plays \(text(whole)): it never comes to its full level"
            )
        } else if falling > 0 && start + whole > mixEnd {
            notices.append(
                "the mix ends at \(text(mixEnd)), before the track fades out (at \(text(start + whole))): 'for' makes the track end sooner"
            )
        } else if rising <= heard && falling > 0 && rising > whole - falling {
            notices.append(
                "fade-in and fade-out overlap, since the track plays \(text(whole)): it never comes to its full level")
        }
        return notices
    }
}

extension ChannelLayout {
    /// Whether a pan has anything to turn down: not in mono, and not in channels that have no place.
    fileprivate var hasSides: Bool {
        channelCount > 1 && labels.contains { Pan(1).gain(for: $0) != 1 || Pan(-1).gain(for: $0) != 1 }
    }
}
