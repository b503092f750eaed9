public import KKFiles
public import KKPCM

/// An error in a request, found before any audio is read: a malformed setting or contradictory settings.
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
    /// Refuses inputs that are the same pipe, FIFO or device, also under two names: each would read only what the other
    /// leaves.
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

    /// Refuses a FIFO and a socket as a file that is written beside a sound, or about one: whoever writes to a FIFO waits
    /// for a reader, perhaps for ever. An open pipe, as the shell's `>(…)` is, has one.
    ///
    /// - Parameter option: what names it: `--trace`.
    /// - Throws: `cannotCreate`, before any work is done.
    public static func refuseNamedPipe(_ path: FilePath, of option: String) throws(Self) {
        let isSocket = path.isSocket
        guard isSocket || path.isNamedPipe else { return }
        throw Self(
            .cannotCreate,
            "\(option) writes a file, but this is "
                + (isSocket ? "a socket" : "a FIFO, and whoever writes to it waits for a reader"),
            place: path,
            nextStep: option.hasPrefix("-")
                ? "name a file, or let the shell open a pipe: \(option) >(program)" : "name a file")
    }

    /// For an empty input name: a shell variable without a value.
    public static var emptyName: Self {
        Self(.usage, "an input has an empty name", nextStep: "check the quotes and variables of the command")
    }
}
