internal import ArgumentParser
internal import KKAudio

/// `-j/--jobs N|auto`.
struct JobsOption: ParsableArguments {
    @Option(name: .shortAndLong, help: ArgumentHelp("Threads at work; changes no output.", valueName: "n|auto"))
    var jobs = "auto"

    func threadCount() throws -> Int {
        if jobs == "auto" { return min(8, max(1, ProcessSetup.processorCount)) }
        guard let count = Int(jobs), (1...256).contains(count) else {
            throw SessionError(.usage, "'\(jobs)' is not a number of jobs", nextStep: "write a number from 1 to 256, or auto")
        }
        return count
    }
}
