public import KKFiles
public import KKPCM

/// What can be wrong with a request before any audio is touched: a malformed setting, settings that contradict each
/// other.
public struct SessionError: Failure, Hashable {
    public var kind: FailureKind
    public var problem: String
    public var place: String?
    public var nextStep: String?

    public init(
        _ kind: FailureKind = .usage, _ problem: String, place: (some CustomStringConvertible)? = String?.none,
        nextStep: String? = nil
    ) {
        self.kind = kind
        self.problem = problem
        self.place = place.map { "\($0)" }
        self.nextStep = nextStep
    }
}

extension SessionError {
    /// Refuses inputs that are one pipe, FIFO or device, by one name or by two: each would get what the other leaves of
    /// it.
    ///
    /// - Throws: `usage`, before anything is opened.
    public static func refuseSharedPipes(_ paths: [FilePath]) throws(Self) {
        guard let (path, other) = FileSystem.sharedPipe(among: paths) else { return }
        throw Self(
            .usage,
            path == other
                ? "\(path.inputName) is named twice"
                : "\(path.inputName) is \(other.inputName) under another name, and not a regular file",
            nextStep: "a pipe can be read only once: name it once, or save it as a file")
    }

    /// Of an input: a variable of the command that has no value.
    public static var emptyName: Self {
        Self(.usage, "an input has an empty name", nextStep: "check the quotes and variables of the command")
    }
}
