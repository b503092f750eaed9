/// An entry of a report: a case, a comparison or a job.
public struct ReportEntry: Hashable, Sendable {
    /// Worst first.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// It could not be rendered or compared.
        case error
        /// It differs.
        case different
        /// It is the same sound, but shifted, scaled, inverted or with swapped channels, which is a failure.
        case transformed
        /// An assertion failed. The comparison passed, or there was none.
        case assertion
        /// There was nothing to compare: both are silent or empty.
        case notCompared = "not-compared"
        /// There is no reference.
        case missing
        /// Something before it failed.
        case notRun = "not-run"
        case skipped
        /// The reference was written.
        case recorded
        case passed

        /// The status as text.
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

    /// The manifest or job list to which it belongs.
    public var group: String
    /// The name, unique within the group.
    public var name: String
    public var status: Status
    /// The reason, in one clause.
    public var headline: String
    /// Where it is defined, relative to the working folder; `nil` if it is not in a file.
    public var place: Place?
    /// Facts with names and texts, in the order of the report.
    public var facts: [Fact] = []
    public var checks: [Check] = []
    public var measures: [Measure] = []
    /// Times worth listening to.
    public var marks: [Mark] = []
    /// Warnings, also without a failure: for example samples beyond full scale.
    public var warnings: [String] = []
    /// What the user can do, in one clause.
    public var nextStep: String?
    public var attachments: [ReportAttachment] = []
    /// The output of a program: the file, relative to the working folder, and its last lines.
    public var log: String?
    public var lastLines: [String] = []
    /// Entries of equal status are ordered by this weight, highest first; for example the largest residual in dBFS.
    public var weight: Double?
    /// The elapsed time; `nil` if not measured.
    public var seconds: Double?

    public init(_ name: String, in group: String, _ status: Status, _ headline: String) {
        (self.name, self.group, self.status, self.headline) = (name, group, status, headline)
    }

    public var isFailure: Bool { status.isFailure }

    /// Whether it has warnings but did not fail.
    public var isWarned: Bool { !isFailure && !warnings.isEmpty }

    /// The attachment with a role.
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

    /// An assertion and its result.
    public struct Check: Hashable, Sendable {
        public var text: String
        public var passed: Bool
        public var measured: String

        public init(_ text: String, passed: Bool, measured: String) {
            (self.text, self.passed, self.measured) = (text, passed, measured)
        }
    }

    /// A row of numbers, as texts with their units; empty if there are none.
    public struct Measure: Hashable, Sendable {
        public var name: String
        public var reference: String
        public var actual: String
        public var difference: String
        public var allowed: String
        /// Whether the difference exceeds the limit.
        public var isBeyond: Bool
        /// If only a part exceeds the limit: by how much, and which part.
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

    /// A position in time.
    public struct Mark: Hashable, Sendable {
        public var name: String
        public var seconds: Double
        public var text: String

        public init(_ name: String, seconds: Double, _ text: String) {
            (self.name, self.seconds, self.text) = (name, seconds, text)
        }
    }
}
