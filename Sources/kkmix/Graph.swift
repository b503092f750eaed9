internal import ArgumentParser
internal import KKAudio

struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the graph of a mix, and every implicit conversion.",
        usage: "kkmix graph INPUT… [options]\nkkmix graph --list-units [options]",
        discussion: """
            Examples:
              kkmix graph drums.wav bass.mp3::gain=-6dB
              kkmix graph --json drums.wav bass.mp3
              kkmix graph a.wav b.wav -r 48000 --dot | dot -Tsvg > graph.svg
              kkmix graph --list-units

            The text has the shape of Core Audio's CAShow, with stable ids in the place of
            addresses. Track settings are those of a mix: see kkmix mix --help.
            """)

    @OptionGroup var mix: MixOptions

    @Flag(help: "Print the graph in the DOT language of Graphviz.")
    var dot = false

    @Flag(help: "Print the units that a graph can have instead.")
    var listUnits = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let voice = try common.voice()
        if listUnits { return try printUnits() }
        guard !mix.inputs.isEmpty else {
            throw SessionError(.usage, "no input", nextStep: "name at least one audio file, or see kkmix graph --help")
        }
        if common.json && dot {
            throw SessionError(.usage, "--json and --dot both want standard output", nextStep: "keep one")
        }
        let plan = try MixPlan(try mix.session())
        let graph = try plan.compile().graph.snapshot
        if common.json {
            Terminal.print(JSONText.document(GraphDocument(graph, plan: plan)))
        } else if dot {
            Terminal.print(GraphDrawing.text(graph, plan: plan))
        } else {
            let text = graph.description.split(separator: "\n").map(String.init)
            let conversions = plan.conversions.isEmpty ? ["nothing is converted, trimmed or scaled"] : plan.conversions
            Terminal.print((text + ["  Implicit:"] + conversions.map { "    \($0)" }).joined(separator: "\n"))
        }
        if !common.quiet {
            for warning in plan.warnings { voice.warning(warning.description) }
            plan.notices.forEach(voice.note)
        }
    }

    private func printUnits() throws {
        if !mix.inputs.isEmpty || dot {
            throw SessionError(.usage, "--list-units is a table of its own", nextStep: "leave out the inputs and --dot")
        }
        Terminal.print(common.json ? JSONText.document(UnitsDocument()) : UnitTables.text)
    }
}
