internal import ArgumentParser
internal import KKAudio

struct Graph: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the graph of a mix, and every implicit conversion.",
        discussion: """
            Examples:
              kkmix graph drums.wav bass.mp3::gain=-6dB
              kkmix graph a.wav b.wav -r 48000 --dot | dot -Tsvg > graph.svg

            The dump has the shape of Core Audio's CAShow, with stable ids in the place of addresses.
            """)

    @OptionGroup var mix: MixOptions

    @Flag(help: "Print the graph in the DOT language.")
    var dot = false

    @OptionGroup var common: CommonOptions

    func run() throws {
        let plan = try MixPlan(try mix.session())
        let graph = try plan.compile().graph
        let conversions = plan.conversions
        if common.json {
            Terminal.print(JSONText.document(GraphDocument(graph: graph.snapshot, conversions: conversions, frames: plan.frameCount)))
        } else if dot {
            Terminal.print(graph.dot())
        } else {
            Terminal.print(graph.description)
            Terminal.print("  Implicit:")
            for line in conversions.isEmpty ? ["nothing is converted, trimmed or scaled"] : conversions { Terminal.print("    \(line)") }
        }
        for warning in plan.warnings { common.warn(warning.description) }
    }
}

private struct GraphDocument: Encodable {
    var schema = 1
    var graph: GraphSnapshot
    var conversions: [String]
    var frames: Int64
}
