/// One of the things a report tells of: a case, a comparison, a job.
public struct ReportEntry: Hashable, Sendable {
    /// Worst first.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// It could not be rendered or compared.
        case error
        /// It is not what it should be.
        case different
        /// It is the same sound, shifted, scaled, inverted or with channels exchanged, which is not enough.
        case transformed
        /// What it is compared with is well, or there is none; something that was asserted does not hold.
        case assertion
        /// There was nothing to be compared: both are silent, or empty.
        case notCompared = "not-compared"
        /// There is nothing that it could be compared with.
        case missing
        /// Something before it failed.
        case notRun = "not-run"
        case skipped
        /// What it is compared with was written again.
        case recorded
        case passed

        /// As people read it.
        public var word: String {
            switch self {
            case .notRun: "not run"
            case .missing: "no golden"
            case .notCompared: "not compared"
            default: rawValue
            }
        }

        /// Whether it fails a run.
        public var isFailure: Bool {
            switch self {
            case .error, .different, .transformed, .assertion, .notCompared, .missing: true
            case .notRun, .skipped, .recorded, .passed: false
            }
        }

        var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// What it belongs to: a manifest, a list of jobs.
    public var group: String
    /// No other entry of the group has it.
    public var name: String
    public var status: Status
    /// One clause that says why.
    public var headline: String
    /// Where it is written, from where the process works; `nil` for what is in no file.
    public var place: Place?
    /// Names and texts, in the order in which they are reported.
    public var facts: [Fact] = []
    public var checks: [Check] = []
    public var measures: [Measure] = []
    /// Places in time that are worth hearing.
    public var marks: [Mark] = []
    /// What is to be looked at, also where nothing failed: samples beyond full scale, for example.
    public var warnings: [String] = []
    /// What can be done about it, in one clause.
    public var nextStep: String?
    public var attachments: [ReportAttachment] = []
    /// What a program said of it: the file, from where the process works, and its last lines.
    public var log: String?
    public var lastLines: [String] = []
    /// Among entries of one status the heavier is reported first; the largest residual, for example, in dBFS.
    public var weight: Double?
    /// How long it took, on a clock; `nil` if nobody measured.
    public var seconds: Double?

    public init(_ name: String, in group: String, _ status: Status, _ headline: String) {
        (self.name, self.group, self.status, self.headline) = (name, group, status, headline)
    }

    public var isFailure: Bool { status.isFailure }

    /// Whether it has warnings that no failure tells of already.
    public var isWarned: Bool { !isFailure && !warnings.isEmpty }

    /// The attachment that plays a part.
    public func attachment(_ role: ReportAttachment.Role) -> ReportAttachment? { attachments.first { $0.role == role } }

    public struct Place: Hashable, Sendable {
        public var file: String
        /// From 1.
        public var line: Int?

        public init(file: String, line: Int? = nil) {
            (self.file, self.line) = (file, line)
        }

        /// Reads `FILE`, `FILE:LINE` or `FILE:LINE:COLUMN`.
        public init(parsing text: String) {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            let numbers = parts.dropFirst().reversed().prefix(2).prefix { $0.utf8.count < 10 && Int($0) != nil }
            file = parts.dropLast(numbers.count).joined(separator: ":")
            line = numbers.last.flatMap { Int($0) }
        }
    }

    public struct Fact: Hashable, Sendable {
        public var name: String
        public var text: String

        public init(_ name: String, _ text: String) {
            (self.name, self.text) = (name, text)
        }
    }

    /// Something that was asserted.
    public struct Check: Hashable, Sendable {
        public var text: String
        public var passed: Bool
        public var measured: String

        public init(_ text: String, passed: Bool, measured: String) {
            (self.text, self.passed, self.measured) = (text, passed, measured)
        }
    }

    /// A row of numbers, as texts with their units; empty if there is none.
    public struct Measure: Hashable, Sendable {
        public var name: String
        public var reference: String
        public var actual: String
        public var difference: String
        public var allowed: String
        /// Whether the difference is beyond what is allowed.
        public var isBeyond: Bool
        /// Where it is beyond when the whole is not: how far, and in which part.
        public var part: String

        public init(
            _ name: String, reference: String = "", actual: String = "", difference: String = "", allowed: String = "",
            isBeyond: Bool = false,
            part: String = ""
        ) {
            (self.name, self.reference, self.actual) = (name, reference, actual)
            (self.difference, self.allowed, self.isBeyond, self.part) = (difference, allowed, isBeyond, part)
        }
    }

    /// A place in time.
    public struct Mark: Hashable, Sendable {
        public var name: String
        public var seconds: Double
        public var text: String

        public init(_ name: String, seconds: Double, _ text: String) {
            (self.name, self.seconds, self.text) = (name, seconds, text)
        }
    }
}
