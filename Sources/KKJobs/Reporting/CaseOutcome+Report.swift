internal import KKAnalysis
internal import KKFiles
internal import KKMath
public import KKReport
internal import KKSession

extension ReportEntry {
    /// The result of a case.
    public init(_ outcome: CaseOutcome) {
        let place = Place(parsing: outcome.item.place)
        let isAlone = place.file.hasSuffix(CaseManifest.caseEnding)
        let folder = FilePath(place.file).folder.orHere.text
        self.init(
            outcome.item.name, in: isAlone ? folder : place.file, Status(outcome), outcome.reason
        )
        self.place = place
        nextStep = outcome.nextStep
        warnings = outcome.warnings
        seconds = outcome.seconds
        checks = outcome.assertions.map { Check($0.text, passed: $0.passed, measured: $0.measured) }
        facts = Self.facts(outcome)
        if let comparison = outcome.comparison { take(comparison) }
        if let first = outcome.fingerprint?.firstSeconds, let text = outcome.fingerprint?.first {
            marks = [Mark("first", seconds: first, text)]
        }
        if let path = outcome.referencePath, outcome.comparison != nil {
            attachments.append(ReportAttachment(.reference, path: path.text))
        }
        guard isFailure else { return }
        (log, lastLines) = (outcome.logPath?.text, outcome.lastLines)
        if let path = outcome.actualPath { attachments.append(ReportAttachment(.actual, path: path.text)) }
        if let path = outcome.residualPath { attachments.append(ReportAttachment(.residual, path: path.text)) }
        if let comparison = outcome.comparison { align(comparison) }
        if let path = outcome.picturePath {
            var picture = ReportAttachment(.picture, path: path.text)
            picture.vector = (path.folder / "\(outcome.item.name).svg").text
            attachments.append(picture)
        }
    }

    private static func facts(_ outcome: CaseOutcome) -> [Fact] {
        var facts: [Fact] = []
        if let path = outcome.referencePath {
            facts.append(Fact(outcome.hasBaseline ? "baseline" : "golden", path.text))
        }
        if let actual = outcome.actualPath { facts.append(Fact("actual", actual.text)) }
        for text in outcome.fingerprint?.facts ?? [] where text != outcome.reason { facts.append(Fact("whole", text)) }
        if let worst = outcome.fingerprint?.worst, worst != outcome.fingerprint?.first {
            facts.append(Fact("worst at", worst))
        }
        if let departure = outcome.departure { facts.append(Fact("trace", departure)) }
        if let damages = outcome.damagesText { facts.append(Fact("damages", damages)) }
        return facts
    }
}

extension ReportEntry.Status {
    /// By what speaks against it; where that is several things, by the one that the others follow from.
    private init(failed outcome: CaseOutcome) {
        if outcome.isMissingGolden {
            self = .missing
        } else if let comparison = outcome.comparison, !comparison.passed {
            self = .init(comparison)
        } else if let found = outcome.fingerprint, !found.passed {
            self = .different
        } else {
            self = outcome.assertions.allSatisfy(\.passed) ? .different : .assertion
        }
    }

    /// Of a comparison.
    init(_ comparison: Comparison) {
        if comparison.passed {
            self = .passed
        } else if ComparisonWords(comparison).comparedNothing {
            self = .notCompared
        } else {
            self = comparison.verdict == .transformed ? .transformed : .different
        }
    }

    init(_ outcome: CaseOutcome) {
        self =
            switch outcome.status {
            case .passed: .passed
            case .failed: .init(failed: outcome)
            case .error: .error
            case .skipped: .skipped
            case .recorded: .recorded
            case .notRun: .notRun
            }
    }
}
