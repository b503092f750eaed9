public import KKFiles
public import KKPCM

/// The result of a golden or of an object of a store.
public struct GoldenReport: Sendable {
    public enum Status: String, Sendable, Codable, CaseIterable {
        /// Already complete at its path.
        case there
        case fetched
        case stored
        case removed
        /// To be done; only in a dry run.
        case planned
        case skipped
        case failed
    }

    /// The golden or object, relative to the working folder.
    public let path: FilePath
    public var sha256: String?
    public var byteCount: Int64?
    public var format: String?
    public var status = Status.there
    /// In one clause.
    public var reason = ""
    public var nextStep: String?
    /// The command that would be started; only in a dry run.
    public var command: String?

    init(_ path: FilePath, _ line: GoldenLock.Line? = nil) {
        self.path = path
        take(line)
    }

    mutating func take(_ line: GoldenLock.Line?) {
        (sha256, byteCount, format) = (line?.sha256, line?.byteCount, line?.format.rawValue)
    }

    mutating func end(_ status: Status, _ reason: String, nextStep: String? = nil) {
        (self.status, self.reason, self.nextStep) = (status, reason, nextStep)
    }

    /// A failure, with what was wrong before in front of it.
    mutating func fail(_ reason: String, nextStep: String?) {
        let before = status == .failed ? "\(self.reason); " : ""
        end(.failed, before + reason, nextStep: status == .failed ? self.nextStep : nextStep)
    }

    mutating func fail(_ error: any Error) {
        guard let failure = error as? any Failure else { return fail("\(error)", nextStep: nil) }
        let place = failure.place.flatMap { $0 == path.text ? nil : "\($0): " } ?? ""
        fail(place + failure.problem, nextStep: failure.nextStep)
    }
}

extension GoldenReport: KeyedReport {
    public static func tell(_ key: inout ReportKeys<Self>) {
        key("path", \.path)
        key("status", \.status)
        key("reason", \.reason)
        key("next_step", \.nextStep)
        key("sha256", \.sha256)
        key("bytes", \.byteCount)
        key("format", \.format)
        key("command", \.command)
    }
}
