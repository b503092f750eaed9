internal import KKMixing

struct Graph: Command {
    static let name = "graph"
    static let abstract = "Print the graph of a mix, and every implicit conversion."
    static let usage = "kkmix graph INPUT… [options]\nkkmix graph --list-units [options]"
    static let discussion = """
        Examples:
          kkmix graph drums.wav bass.mp3::gain=-6dB
          kkmix graph --json drums.wav bass.mp3
          kkmix graph a.wav b.wav -r 48000 --format dot | dot -Tsvg > graph.svg
          kkmix graph --list-units

        The text looks like that of Core Audio's CAShow, with stable ids instead of
        addresses. Track settings are those of a mix: see kkmix mix --help.
        """

    static let options: [Option] =
        MixOptions.table + [
            Option(
                "--format <text|json|dot>",
                "text, json (the same as --json) or dot, the language of Graphviz (default: text).",
                isChoice: true),
            Option("--list-units", "Only print the units that a graph can have."),
        ]

    let given: Arguments

    func run() throws {
        let voice = try common.voice()
        let format: Form = try given.choice("--format") ?? (common.json ? .json : .text)
        if common.json && format != .json {
            throw SessionError(
                .usage, "--json and --format \(format.rawValue) both want standard output", nextStep: "keep one")
        }
        if given.has("--list-units") { return try printUnits(format) }
        try checkInputs()
        let plan = try MixPlan(try MixOptions(given: given).session())
        let graph = try plan.compile().graph.snapshot
        switch format {
        case .json: Terminal.print(JSONText.document("jobs", [GraphReport(graph: graph, plan: plan)]))
        case .dot: Terminal.print(GraphDrawing.text(graph, plan: plan))
        case .text:
            let text = graph.description.split(separator: "\n").map(String.init)
            let conversions = plan.conversions.isEmpty ? ["nothing is converted, trimmed or scaled"] : plan.conversions
            Terminal.print(
                (text + ["  Implicit:"] + conversions.map { "    \($0)" }).map(Voice.oneLine).joined(separator: "\n"))
        }
        if !common.quiet { voice.tell(plan.warnings, plan.notices) }
    }

    private enum Form: String, CaseIterable {
        case text, json, dot
    }

    private func printUnits(_ format: Form) throws {
        let others = [given.inputs.isEmpty ? nil : "the inputs", format == .dot ? "--format dot" : nil].compactMap {
            $0
        }
        guard others.isEmpty else {
            throw SessionError(
                .usage, "--list-units prints a table instead of a graph",
                nextStep: "leave out \(others.joined(separator: " and "))"
            )
        }
        Terminal.print(
            format == .json ? JSONText.document("units", AudioComponent.all.map(UnitReport.init)) : UnitTables.text)
    }
}
