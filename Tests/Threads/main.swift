import CThreadHooks
import Glibc

// Each part renders on this thread while others do what the documents allow them to do meanwhile. ThreadSanitizer says what is touched by two at once,
// and ends the program with a status of its own; what comes out wrong is said here.

guard kkmix_watch_mutexes() else {
    print("the Swift library's mutexes have other functions than Tests/CThreadHooks knows")
    exit(70)
}

let parts: [(name: String, run: () throws -> Void)] = [
    ("a graph, its parameters, edits and workers", renderGraph),
    ("a unit and a graph of the C calls", renderByCalls),
    ("an engine of AVFAudio", renderEngine),
    ("a player of AVFAudio", renderPlayer),
]
let wanted = CommandLine.arguments.dropFirst()
for (number, part) in parts.enumerated() where wanted.isEmpty || wanted.contains("\(number + 1)") {
    print("\(number + 1): \(part.name)")
    do {
        try part.run()
    } catch {
        print("\(number + 1): NOT passed: \(error)")
        exit(1)
    }
}
