internal import KKDSP
internal import KKMath
internal import KKPCM

/// How the tracks of a session follow one another, each after the end of the one before.
public enum TrackJoint: Hashable, Sendable, Codable {
    /// With silence between them; 0 for none.
    case gap(TimeValue)
    /// Overlapping: each fades in while the one before it fades out.
    case crossfade(TrackSpec.FadeSpec)

    /// Without a gap: each track starts at the frame after the end of the one before.
    public static let gapless = TrackJoint.gap(.frames(0))

    /// The curves that keep a level: of unrelated sounds the power, of related ones the amplitude.
    private static let curves: [FadeCurve] = [.equalPower, .linear, .sCurve]

    /// Reads `2s`, which is equal-power, or `2s/linear`.
    public init(parsingCrossfade text: String) throws(SessionError) {
        var fade = try TrackSpec.FadeSpec(parsing: text)
        if text.parts(at: "/").count == 1 { fade.curve = .equalPower }
        guard Self.curves.contains(fade.curve) else {
            let curves = Self.curves.map(\.rawValue).joined(separator: ", ")
            throw SessionError(
                .usage, "a crossfade with the curve '\(fade.curve.rawValue)' is quieter in its middle than at its ends",
                nextStep: "the curves are \(curves)")
        }
        self = .crossfade(fade)
    }

    /// Refuses settings of tracks that say something else than the joint.
    func check(_ tracks: [TrackSpec]) throws(SessionError) {
        for (number, track) in tracks.enumerated() {
            guard track.start == nil else {
                throw SessionError(
                    .usage, "'at' sets the start of a track in a mix, but here each track follows the one before it",
                    place: track.path, nextStep: "leave it out, or mix: kkmix INPUT… -o OUTPUT")
            }
            guard case .crossfade = self else { continue }
            let isFaded =
                number > 0 && track.fadeIn != nil || number < tracks.count - 1 && track.fadeOut != nil
            guard isFaded else { continue }
            throw SessionError(
                .usage, "the crossfade already fades this end of the track", place: track.path,
                nextStep: "leave its 'fade-in' or 'fade-out' out, or the crossfade")
        }
    }

    /// Gives each track its place after the one before it, and its fades.
    ///
    /// - Throws: `usage` for a track that never ends, or is shorter than its crossfades.
    func place(_ tracks: inout [PlannedTrack], sampleRate: Double) throws(SessionError) {
        var end: Int64 = 0
        for index in tracks.indices {
            let place = tracks[index].spec.path
            guard let length = tracks[index].frameCount else {
                throw SessionError(
                    .usage, "the track loops forever, so nothing could follow it", place: place,
                    nextStep: "give a count: loop=3")
            }
            let (isFirst, isLast) = (index == 0, index == tracks.count - 1)
            var start = end
            switch self {
            case .gap(let time): start += isFirst ? 0 : time.frames(at: sampleRate)
            case .crossfade(let fade):
                let frames = fade.length.frames(at: sampleRate), fades = Int64((isFirst ? 0 : 1) + (isLast ? 0 : 1))
                guard length / max(1, fades) >= frames else {
                    let text = { (frames: Int64) in timeText(Double(frames) / sampleRate) }
                    throw SessionError(
                        .usage,
                        "\(fades == 1 ? "the crossfade of \(text(frames)) is" : "two crossfades of \(text(frames)) are") longer than the track, which plays \(text(length))",
                        place: place, nextStep: "shorten the crossfade")
                }
                // A fade of no frames would be one for the dither.
                guard frames > 0 else { break }
                if !isFirst {
                    (tracks[index].spec.fadeIn, tracks[index].fadeIn) = (fade, frames)
                    start -= frames
                }
                if !isLast { (tracks[index].spec.fadeOut, tracks[index].fadeOut) = (fade, frames) }
            }
            tracks[index].start = start
            // Each of these is below 2^54.
            let (behind, overflow) = start.addingReportingOverflow(length)
            guard !overflow, behind < Self.latest else {
                throw SessionError(
                    .usage, "it would be too long", place: place, nextStep: "loop fewer times")
            }
            end = behind
        }
    }

    /// With another track and gap after it still within what can be counted.
    private static let latest: Int64 = 1 << 53
}
