/// Something that acts on the mix as a whole, and so belongs to none of its tracks.
struct MixChange {
    /// As the command line has it: `--gain`.
    let name: String
    /// What to do instead, so that the tracks' sum stays the mix.
    let nextStep: String
    /// Whether a mix of whole numbers stays one.
    var keepsWholeNumbers = false
}

extension Session {
    /// All that may make the mix something else than the sum of its tracks.
    var changes: [MixChange] {
        var changes: [MixChange] = []
        if gain != .unity {
            changes.append(
                MixChange(
                    name: "--gain", nextStep: "give each track its level: PATH::gain=…",
                    keepsWholeNumbers: gain.isWholeNumber))
        }
        if !(equalizer?.isFlat ?? true) {
            changes.append(MixChange(name: "--eq", nextStep: "equalise the tracks: PATH::eq=…"))
        }
        changes += units.map {
            MixChange(name: "the unit '\($0.name)'", nextStep: "put it on the tracks: PATH::unit=\($0)")
        }
        if limit != nil { changes.append(MixChange(name: "--limit", nextStep: "limit the mix in a run of its own")) }
        if isLeveled {
            changes.append(
                MixChange(
                    name: loudness != nil ? "--loudness" : "--normalize",
                    nextStep: "level the mix in a run of its own"))
        }
        if onClip == .limit || onClip == .scale {
            // Who fits a mix knows whether it was changed.
            changes.append(
                MixChange(
                    name: "--on-clip \(onClip.rawValue)",
                    nextStep: "use --on-clip warn or error, or lower the tracks: PATH::gain=…", keepsWholeNumbers: true
                ))
        }
        return changes
    }
}
