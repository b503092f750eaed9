internal import KKMath
internal import KKPCM

/// How large a mix may be whose words somebody else may have written. Without it one would take all memory, or all time
/// before its first frame.
public struct MixRoom: Sendable {
    /// The most bytes that its tracks, units and slices hold: 2 GB.
    public static let byteCount = 2 << 30
    /// The most tracks and units.
    public static let partCount = 10_000

    private let owner: String
    private let place: String?

    /// - Parameters:
    ///   - owner: what has so much room, in a sentence: `a case`.
    ///   - place: where its words are; `nil` if the message is about nothing else.
    public init(of owner: String, place: String? = nil) {
        (self.owner, self.place) = (owner, place)
    }

    /// - Throws: `badData` for too many tracks and units.
    func check(_ session: Session) throws(SessionError) {
        let count = session.tracks.count + session.allUnits.count
        guard count > Self.partCount else { return }
        throw SessionError(
            .badData,
            "the mix has \(groupedText(Int64(count))) tracks and units, and \(owner) has at most "
                + groupedText(Int64(Self.partCount)),
            place: place, nextStep: "make several of it")
    }

    /// - Throws: `badData` for more memory than there may be.
    func check(byteCount: Int) throws(SessionError) {
        if byteCount > Self.byteCount { throw tooLarge }
    }

    var tooLarge: SessionError {
        SessionError(
            .badData, "the mix would take more memory for its tracks and units than the 2 GB that \(owner) has",
            place: place, nextStep: "use fewer channels, tracks or units, or a lower rate")
    }
}
