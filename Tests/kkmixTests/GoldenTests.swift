import Foundation
import KKTestSupport
import Testing

/// Golden mixes: a short audio file each, with a text card beside it that says how it is made and what it holds.
///
/// `KKMIX_RECORD=1` writes them anew, and fails, so that nobody records by accident.
@Suite struct GoldenTests {
    static let cards: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path("goldens"))) ?? []
        return names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }()

    @Test func `there are goldens`() {
        #expect(Self.cards.count >= 11)
    }

    @Test(arguments: cards)
    func `a golden mix comes out as it was recorded`(name: String) throws {
        let card = try GoldenCard(name)
        let folder = try ScratchFolder()
        let output = folder.path("\(name).wav")
        let run = try CommandRun(card.command + ["-q", "-o", output], in: Fixtures.root)
        try #require(run.status == 0, "\(run.errorText)")
        let made = try #require(folder.bytes("\(name).wav"))
        if ProcessInfo.processInfo.environment["KKMIX_RECORD"] == "1" {
            try Data(made).write(to: URL(fileURLWithPath: Fixtures.path("goldens/\(name).wav")))
            try card.recorded(made).write(toFile: Fixtures.path("goldens/\(name).txt"), atomically: true, encoding: .utf8)
            Issue.record("recorded \(name): listen to it, say in the commit why it moved, and run again without KKMIX_RECORD")
            return
        }
        let golden = [UInt8](try #require(FileManager.default.contents(atPath: Fixtures.path("goldens/\(name).wav"))))
        #expect(try card.recorded(golden) == card.text, "the card is not the golden's")
        guard card.isExactHere else {
            let apart = try #require(Self.largestDifference(made, golden), "\(name) has another length")
            #expect(apart <= (WaveFile.format(of: golden)?.bits == 16 ? 1.0 / 32_768 : 2e-6), "\(name) moved")
            return
        }
        if golden != made {
            let kept = "\(Fixtures.root)/.build/failed-goldens"
            try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            try Data(made).write(to: URL(fileURLWithPath: "\(kept)/\(name).wav"))
            Issue.record("\(name) moved; the new sound is in .build/failed-goldens:\n\(try card.recorded(made))\nThe card says:\n\(card.text)")
        }
    }

    @Test func `goldens of another processor are compared sample by sample`() {
        #expect(Self.largestDifference(WaveFile.pcm16([[5], [9]]), WaveFile.pcm16([[5], [10]])) == 1.0 / 32_768)
        let one = WaveFile.float32([[0.5, -0.25], [0.125, 0]])
        #expect(Self.largestDifference(one, WaveFile.float32([[0.5, -0.25], [0.125, 0.5]])) == 0.5)
        #expect(Self.largestDifference(one, one) == 0)
        #expect(Self.largestDifference(one, WaveFile.float32([[0.5, -0.25]])) == nil)
    }

    /// `nil` when the two have another format or length.
    static func largestDifference(_ one: [UInt8], _ other: [UInt8]) -> Double? {
        guard let format = WaveFile.format(of: one), let second = WaveFile.format(of: other), format == second else { return nil }
        let (mine, theirs) = (GoldenCard.samples(of: one, bits: format.bits), GoldenCard.samples(of: other, bits: format.bits))
        guard let mine, let theirs, mine.count == theirs.count else { return nil }
        return zip(mine, theirs).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }
}

/// The text beside a golden.
struct GoldenCard {
    let text: String
    /// The lines before the blank one: what a person wrote.
    private let head: String
    let command: [String]

    /// A card with the line `exact on x86-64` passes through code that has other last bits on other processors.
    var isExactHere: Bool {
        #if arch(x86_64)
        true
        #else
        !head.split(separator: "\n").contains("exact on x86-64")
        #endif
    }

    init(_ name: String) throws {
        text = try String(contentsOfFile: Fixtures.path("goldens/\(name).txt"), encoding: .utf8)
        head = text.components(separatedBy: "\n\n")[0].trimmingCharacters(in: .newlines)
        let line = try #require(head.split(separator: "\n").first { $0.hasPrefix("kkmix ") })
        command = line.split(separator: " ").dropFirst().map(String.init)
    }

    static func samples(of file: [UInt8], bits: Int) -> [Double]? {
        bits == 16 ? WaveFile.samples16(of: file)?.map { Double($0) / 32_768 } : WaveFile.samplesFloat(of: file)?.map(Double.init)
    }

    /// The card of `file`: the written head, and the facts of the sound in words that a diff can show.
    func recorded(_ file: [UInt8]) throws -> String {
        let (channels, rate, bits) = try #require(WaveFile.format(of: file))
        let samples = try #require(Self.samples(of: file, bits: bits))
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let rms = (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot()
        let format = { (value: Double) in String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), 20 * log10(value)) }
        // FNV-1a, 64 bits: the card's fingerprint of the samples; the comparison itself is byte by byte.
        let hash = (WaveFile.data(of: file) ?? []).reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return """
            \(head)

            rate      \(rate) Hz
            channels  \(channels)
            bits      \(bits)
            frames    \(samples.count / channels)
            peak      \(format(peak)) dBFS
            rms       \(format(rms)) dBFS
            samples   fnv1a-64 \(String(hash, radix: 16))

            """
    }
}
