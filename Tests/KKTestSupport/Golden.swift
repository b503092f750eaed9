import Foundation

/// A recorded sound, `fixtures/goldens/NAME.wav`, and its card, `NAME.txt`: a head that says how the sound is made, and
/// what the sound holds.
///
/// `KKMIX_RECORD=1` writes both again, and that is told as a problem, so that nobody records by accident.
public struct Golden {
    public let name: String
    /// What stands above the card's empty line.
    public let head: String

    public init(_ name: String, head: String) {
        self.name = name
        self.head = head
    }

    /// The golden whose head is written in its card.
    public init(ofCard name: String) throws {
        self.init(name, head: try Self.text(name).components(separatedBy: "\n\n")[0].trimmingCharacters(in: .newlines))
    }

    /// The names of all cards in a folder of the goldens, without what ends them.
    public static func cards(in folder: String = "") -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: Fixtures.path("goldens/\(folder)"))) ?? []
        return names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
    }

    /// A card with the line `exact on x86-64` passes through code that has other last bits on other processors.
    public var isExactHere: Bool {
        #if arch(x86_64)
        true
        #else
        !head.split(separator: "\n").contains("exact on x86-64")
        #endif
    }

    /// What is wrong with a WAV file that should be this golden; `nil` for nothing, which is: every byte is the
    /// golden's.
    public func problem(with made: [UInt8]) throws -> String? {
        if ProcessInfo.processInfo.environment["KKMIX_RECORD"] == "1" {
            try Data(made).write(to: URL(fileURLWithPath: Self.path(name, "wav")))
            try card(of: made).write(toFile: Self.path(name, "txt"), atomically: true, encoding: .utf8)
            return "recorded \(name): listen to it, say in the commit why it moved, and run again without KKMIX_RECORD"
        }
        guard let kept = FileManager.default.contents(atPath: Self.path(name, "wav")) else {
            return "there is no golden \(name); KKMIX_RECORD=1 records it"
        }
        let golden = [UInt8](kept)
        guard try card(of: golden) == Self.text(name) else {
            return "the card of \(name) is not its golden's, which would be:\n\(try card(of: golden))"
        }
        guard isExactHere else {
            guard let apart = Self.largestDifference(made, golden) else {
                return "\(name) has another format or length"
            }
            return apart <= (WaveFile.format(of: golden)?.bits == 16 ? 1.0 / 32_768 : 2e-6)
                ? nil : "\(name) moved by \(apart)"
        }
        if golden == made { return nil }
        let failed = "\(Fixtures.root)/.build/failed-goldens/\(name).wav"
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: failed).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(made).write(to: URL(fileURLWithPath: failed))
        return
            "\(name) moved; the new sound is in .build/failed-goldens:\n\(try card(of: made))\nThe card says:\n\(try Self.text(name))"
    }

    /// The card of `file`: the head, and the facts of the sound in words that a diff can show.
    func card(of file: [UInt8]) throws -> String {
        guard let (channels, rate, bits) = WaveFile.format(of: file), let samples = Self.samples(of: file) else {
            throw Unreadable(name: name)
        }
        let peak = samples.reduce(0) { max($0, abs($1)) }
        let rms = (samples.reduce(0) { $0 + $1 * $1 } / Double(max(1, samples.count))).squareRoot()
        let format = { (value: Double) in
            String(format: "%.2f", locale: Locale(identifier: "en_US_POSIX"), 20 * log10(value))
        }
        // FNV-1a, 64 bits: the card's fingerprint of the samples; the comparison itself is byte by byte.
        let hash = (WaveFile.data(of: file) ?? []).reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
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

    /// `nil` if the two have another format or length.
    public static func largestDifference(_ one: [UInt8], _ other: [UInt8]) -> Double? {
        guard let format = WaveFile.format(of: one), let second = WaveFile.format(of: other), format == second else {
            return nil
        }
        guard let mine = samples(of: one), let theirs = samples(of: other), mine.count == theirs.count else {
            return nil
        }
        return zip(mine, theirs).reduce(0) { max($0, abs($1.0 - $1.1)) }
    }

    private static func samples(of file: [UInt8]) -> [Double]? {
        WaveFile.format(of: file)?.bits == 16
            ? WaveFile.samples16(of: file)?.map { Double($0) / 32_768 }
            : WaveFile.samplesFloat(of: file)?.map(Double.init)
    }

    private static func path(_ name: String, _ ending: String) -> String { Fixtures.path("goldens/\(name).\(ending)") }

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: path(name, "txt"), encoding: .utf8)
    }

    struct Unreadable: Error {
        let name: String
    }
}
