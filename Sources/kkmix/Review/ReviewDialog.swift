internal import KKMixing

/// Asks about one case after another, a letter and Return each, from a person or a pipe.
struct ReviewDialog {
    let judge: KeptCases
    let text: TestText
    let player: SoundPlayer
    let pictures: TerminalPictures
    let isQuiet: Bool

    /// - Returns: what became of the cases that were there; those that are left are failures.
    func run() throws -> [CaseOutcome] {
        if judge.cases.isEmpty, !isQuiet { Terminal.print("nothing to review") }
        var outcomes: [CaseOutcome] = []
        var isAll = false
        var isOver = false
        for (number, item) in judge.cases.enumerated() {
            let found = try judge.look(item)
            guard found.isFailure else {
                outcomes.append(found)
                tell(found)
                continue
            }
            if isOver {
                outcomes.append(found)
                continue
            }
            guard found.actualPath != nil else {
                outcomes.append(found)
                tell(found)
                continue
            }
            if isAll {
                outcomes.append(try accept(item))
                continue
            }
            Terminal.print("")
            Terminal.print("\(number + 1)/\(judge.cases.count)")
            let (answer, last) = try answer(to: found)
            (isAll, isOver) = (answer == .acceptAll, answer == .stop)
            switch answer {
            case .accept, .acceptAll: outcomes.append(try accept(item))
            case .reject:
                outcomes.append(try judge.reject(item))
                tell(outcomes[outcomes.count - 1])
            case .skip, .stop: outcomes.append(last)
            }
        }
        return outcomes
    }

    /// Shows a case and asks. A test may run meanwhile: a sound that nobody has heard is not accepted.
    ///
    /// - Returns: what was answered, and what was last shown.
    private func answer(to outcome: CaseOutcome) throws -> (Answer, CaseOutcome) {
        var outcome = outcome
        while true {
            let stamp = outcome.actualPath?.stamp
            tell(outcome)
            if let picture = outcome.picturePath { pictures.draw(picture) }
            let answer = ask(outcome)
            let isAccepted = answer == .accept || answer == .acceptAll
            guard isAccepted, outcome.actualPath?.stamp != stamp else { return (answer, outcome) }
            Terminal.print("a test made this sound anew meanwhile")
            outcome = try judge.look(outcome.item)
            guard outcome.isFailure else { return (.skip, outcome) }
        }
    }

    private enum Answer {
        case accept, acceptAll, reject, skip, stop
    }

    private func accept(_ item: GoldenCase) throws -> CaseOutcome {
        let outcome = try judge.accept(item)
        tell(outcome)
        return outcome
    }

    private func ask(_ outcome: CaseOutcome) -> Answer {
        while true {
            Terminal.print("[a]ccept  [r]eject  [s]kip  [p]lay reference  [P]lay actual  [d]ifference  [A]ll  [q]uit")
            // The end of the input leaves what is left.
            guard let line = readLine() else { return .stop }
            switch line.first {
            case "a": return .accept
            case "A": return .acceptAll
            case "r": return .reject
            case "s": return .skip
            case "q": return .stop
            case "p": play(outcome.referencePath, "reference", outcome)
            case "P": play(outcome.actualPath, "actual sound", outcome)
            case "d": play(outcome.residualPath, "residual", outcome)
            default: Terminal.print("please type one of these letters")
            }
        }
    }

    private func play(_ path: FilePath?, _ name: String, _ outcome: CaseOutcome) {
        let isPrint = outcome.fingerprint != nil && name != "actual sound"
        guard let path, !isPrint else {
            let why = isPrint ? ": the golden is a fingerprint" : ""
            return Terminal.print("there is no \(name)\(why)")
        }
        do {
            try player.play(path)
        } catch {
            Terminal.print(Voice.oneLine("\(error)"))
        }
    }

    private func tell(_ outcome: CaseOutcome) {
        for line in text.lines(outcome) { Terminal.print(line) }
    }
}
