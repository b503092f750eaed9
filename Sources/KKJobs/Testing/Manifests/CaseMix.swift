public import KKFiles
internal import KKPCM
public import KKSession

/// The mix described by a case's words.
public struct CaseMix: Sendable {
    public var session: Session
    /// By name; `nil` for the golden's.
    public var container: String?
    /// By name; `nil` for the container's default for the inputs.
    public var encoding: String?
    /// The encoder's settings.
    public var settings: EncodingSettings

    public init(
        _ session: Session, container: String?, encoding: String?, settings: EncodingSettings = EncodingSettings()
    ) {
        self.session = session
        self.container = container
        self.encoding = encoding
        self.settings = settings
    }

    /// The same with its inputs found from the manifest's folder.
    ///
    /// - Throws: `usage` for standard input, and for a container beside a golden that has one.
    func placed(in item: GoldenCase) throws(SessionError) -> CaseMix {
        var mix = self
        try mix.session.placeInputs(in: item.folder)
        if let container, let kind = item.golden?.kind, kind != .fingerprint {
            throw SessionError(
                .usage, "'--format \(container)' beside a golden that is \(kind.rawValue)",
                nextStep: "the golden's name sets the container; leave --format out")
        }
        return mix
    }
}
