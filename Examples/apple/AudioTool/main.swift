// audio-tool: five programs as they are written for AVAudioEngine and its siblings, in one.
import Foundation

let programs: [String: ([String]) throws -> Void] = [
    "bounce": bounce, "levels": printLevels, "convert": convertFile, "synth": synthesize, "mix": mixFiles,
]

let words = Array(CommandLine.arguments.dropFirst())
guard let name = words.first, let program = programs[name] else {
    print("usage: audio-tool \(programs.keys.sorted().joined(separator: "|")) ARGUMENTS")
    exit(2)
}
do {
    try program(Array(words.dropFirst()))
} catch {
    FileHandle.standardError.write(Data("\(name): \((error as NSError).code) \(error.localizedDescription)\n".utf8))
    exit(1)
}
