import Foundation
import KKFuzzTargets
import KKTestSupport
import Testing

/// What `scripts/fuzz` knows of each parser, without libFuzzer: the corpus of fixtures/fuzz, with what was once found,
/// and damages of it.
@Suite struct FuzzCorpusTests {
    private static let names = FuzzTarget.all.map(\.name)

    @Test(
        "every input of the corpus ends in sound, packets or an error, and nothing is reported in two ways",
        arguments: names)
    func corpus(_ name: String) throws {
        let bench = try Bench(name)
        for (file, bytes) in bench.inputs { try bench.run(bytes, as: file) }
    }

    @Test("so does every input of the corpus with some bytes wrong, missing or doubled", arguments: names)
    func damaged(_ name: String) throws {
        let bench = try Bench(name)
        var numbers = SeededNumbers(seed: 0xF022)
        for turn in 0..<400 {
            let (file, bytes) = bench.inputs[turn % bench.inputs.count]
            try bench.run(Self.damage(bytes, &numbers), as: "\(file), turn \(turn)")
        }
    }

    /// Up to four of the ways in which bytes go wrong.
    private static func damage(_ input: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
        var bytes = input
        for _ in 0...Int.random(in: 0..<4, using: &numbers) {
            // Headers are where it matters, so half of all places are in the first bytes.
            let reach = Bool.random(using: &numbers) ? min(128, bytes.count) : bytes.count
            guard reach > 0 else { break }
            let place = Int.random(in: 0..<reach, using: &numbers)
            let count = min(Int.random(in: 1...8, using: &numbers), bytes.count - place)
            switch Int.random(in: 0..<7, using: &numbers) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1: bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            case 2: bytes.replaceSubrange(place..<place + count, with: repeatElement(0xFF, count: count))
            case 3: bytes.replaceSubrange(place..<place + count, with: repeatElement(0, count: count))
            case 4: bytes.removeSubrange(place..<place + count)
            case 5: bytes.insert(contentsOf: bytes[place..<place + count], at: place)
            default: bytes.removeLast(bytes.count - place - 1)
            }
        }
        return bytes
    }
}

/// A target with its corpus, and a folder to work in.
private struct Bench {
    let inputs: [(file: String, bytes: [UInt8])]
    private let target: FuzzTarget
    private let scratch: KKTestSupport.ScratchFolder

    init(_ name: String) throws {
        target = try #require(FuzzTarget.all.first { $0.name == name })
        scratch = try KKTestSupport.ScratchFolder()
        let folder = Fixtures.path("fuzz/\(name)")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        inputs = try files.map { ($0, [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))) }
        try #require(!inputs.isEmpty)
    }

    func run(_ bytes: [UInt8], as name: String) throws {
        try scratch.write(bytes, to: "input")
        do throws(FuzzContradiction) {
            _ = try target.run(FuzzInput(bytes: bytes, path: scratch.path("input"), folder: scratch.root))
        } catch {
            Issue.record("\(target.name), \(name): \(error)")
        }
    }
}
