internal import ArgumentParser
internal import KKAudio

struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the graph of a mix, and every implicit conversion.",
        usage: "kkmix graph INPUT… [options]",
        discussion: """
            Examples:
              kkmix graph drums.wav bass.mp3::gain=-6dB
              kkmix graph --json drums.wav bass.mp3
              kkmix graph a.wav b.wav -r 48000 --dot | dot -Tsvg > graph.svg

            The text has the shape of Core Audio's CAShow, with stable ids in the place of
            addresses. Track settings are those of a mix: see kkmix mix --help.
            """)

    @OptionGroup var mix: MixOptions

    @Flag(help: "Print the graph in the DOT language of Graphviz.")
    var dot = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let voice = try common.voice()
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
}
