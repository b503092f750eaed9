// The six ways to put an I/O unit to use that Apple's Audio Unit Hosting Guide describes, with a file where the
// microphone was:
//
//   swift run io-patterns PATTERN IN.wav OUT.wav
import KKAudio

let patterns: [(name: String, run: (_ input: String, _ output: String) throws -> Void)] = [
    ("pass-through", passThrough),
    ("mixer", throughMixer),
    ("render-callback", throughCallback),
    ("output-only", outputOnly),
    ("two-callbacks", twoCallbacks),
    ("analysis", analysis),
]

let words = CommandLine.arguments.dropFirst()
guard words.count == 3, let pattern = patterns.first(where: { $0.name == words.first }) else {
    leave("usage: io-patterns \(patterns.map(\.name).joined(separator: "|")) IN.wav OUT.wav", status: 64)
}
do {
    try pattern.run(words[words.startIndex + 1], words[words.startIndex + 2])
} catch {
    leave("io-patterns: \(error)", status: 65)
}
