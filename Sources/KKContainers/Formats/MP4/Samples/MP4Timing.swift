internal import KKPCM

/// Which frames of a track's packets are the sound.
///
/// `iTunSMPB` has it in frames, and its word is taken where it counts just the frames that the packets have: a file
/// that was cut has a stale one. Else the first edit that plays something is, from its start on. Its length is in the
/// movie's ticks, often milliseconds, so within one of them the end is where the last packet's time ends. A delay
/// before that edit, and edits after it, are left out with a warning.
struct MP4Timing {
    /// The frames of all packets.
    var total: Int64
    /// Those at the end that are none of the sound by the last packet's time.
    var unplayed: Int64
    var edits: [MP4Edit]
    /// Ticks a second of the movie and of the track, frames a second.
    var movieTicks: Int64
    var ticks: Int64
    var rate: Int64
    /// The encoder's own numbers (``MP4Notes/gapless``), in frames of a rate by which ``rate`` is 1 or 2 times as high.
    var gapless: PacketTableInfo?
    /// Frames before the sound where nothing else says so: Opus.
    var preSkip: Int64?
    /// Where edits stand, for warnings.
    var place: Int64

    /// Whether what says so counts at a rate, the encoder's numbers or else the track's ticks.
    func counts(at rate: Int64) -> Bool { rate == exactGapless?.rate ?? ticks }

    /// - Returns: `nil` if nothing is said of it.
    func table(_ warnings: inout [FileWarning], path: String) -> PacketTableInfo? {
        if let gapless = exactGapless { return gapless.table }
        let end = total - unplayed
        guard let edit = edits.first(where: { !$0.isEmpty }) else {
            if let preSkip { return info(min(preSkip, end), end) }
            return unplayed > 0 ? info(0, end) : nil
        }
        note(&warnings, path: path)
        guard let start = MP4Time.rescale(edit.start, from: ticks, to: rate), start <= end else {
            warnings.append(
                FileWarning(
                    path: path, at: .byte(place), "the edit list begins after the end of the sound",
                    consequence: "it is ignored"))
            return unplayed > 0 ? info(0, end) : nil
        }
        return info(start, min(end, self.end(of: edit, from: start, latest: end)))
    }

    private func info(_ start: Int64, _ end: Int64) -> PacketTableInfo {
        PacketTableInfo(
            validFrames: max(0, end - start), primingFrames: start, remainderFrames: total - max(start, end))
    }

    /// The frame after the last one of an edit.
    private func end(of edit: MP4Edit, from start: Int64, latest end: Int64) -> Int64 {
        let last = edits.last { !$0.isEmpty } ?? edit
        // Edits that follow one another are one.
        guard edit.duration > 0, edits.count(where: { !$0.isEmpty }) == 1 || isContiguous else { return end }
        let duration = isContiguous ? edits.reduce(0) { $0 &+ ($1.isEmpty ? 0 : $1.duration) } : last.duration
        guard let frames = MP4Time.rescale(duration, from: movieTicks, to: rate) else { return end }
        let tick = movieTicks > 0 ? rate / movieTicks + 1 : 0
        return start + frames >= end - tick ? end : start + frames
    }

    /// Whether the edits that play something play one stretch.
    private var isContiguous: Bool {
        let played = edits.filter { !$0.isEmpty }
        return zip(played, played.dropFirst()).allSatisfy { one, next in
            guard let length = MP4Time.rescale(one.duration, from: movieTicks, to: ticks) else { return false }
            return (one.start &+ length &- next.start).magnitude <= UInt64(ticks / max(1, movieTicks) + 1)
        }
    }

    private func note(_ warnings: inout [FileWarning], path: String) {
        if let delay = edits.first, delay.isEmpty,
            let frames = MP4Time.rescale(delay.duration, from: movieTicks, to: rate), frames > 0
        {
            warnings.append(
                FileWarning(
                    path: path, at: .byte(place), "the edit list delays the sound by \(frames) frames",
                    consequence: "the sound begins without delay"))
        }
        let played = edits.filter { !$0.isEmpty }
        if !isContiguous {
            warnings.append(
                FileWarning(
                    path: path, at: .byte(place),
                    "the edit list has \(played.count) parts with gaps between them",
                    consequence: "the sound is used from the start of the first part to its end"))
        }
        if played.contains(where: { $0.rate != 0x1_0000 }) {
            warnings.append(
                FileWarning(
                    path: path, at: .byte(place), "the edit list plays at another speed",
                    consequence: "the speed is ignored"))
        }
    }

    /// The encoder's numbers, where they are of these packets, and the rate whose frames they counted.
    private var exactGapless: (table: PacketTableInfo, rate: Int64)? {
        guard let gapless, gapless.sound != nil, gapless.remainderFrames < 1 << 40 else { return nil }
        let sum = gapless.primingFrames + gapless.validFrames + gapless.remainderFrames
        for factor: Int64 in [1, 2] where sum == total * factor || sum * factor == total {
            // A decoder without AAC's extensions counts half of what one with them does.
            let (many, few) = sum > total ? (factor, 1) : (1, factor)
            let (priming, valid) = (gapless.primingFrames * few / many, gapless.validFrames * few / many)
            let table = PacketTableInfo(
                validFrames: valid, primingFrames: priming, remainderFrames: total - priming - valid)
            return (table, rate * many / few)
        }
        return nil
    }
}
