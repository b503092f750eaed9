import Foundation
import KKTestSupport
import Testing

/// Golden mixes: a short audio file each, with a text card beside it that says how it is made and what it holds.
///
/// `KKMIX_RECORD=1` writes them again, and fails, so that nobody records by accident.
@Suite struct GoldenTests {
    @Test func `there are goldens`() {
        #expect(Golden.cards().count >= 14 + 22)
    }

    @Test(arguments: Golden.cards())
    func `a golden mix comes out as it was recorded`(name: String) throws {
        let golden = try Golden(ofCard: name)
        let folder = try ScratchFolder()
        let run = try CommandRun(try command(of: golden) + ["-q", "-o", folder.path("out.wav")], in: Fixtures.root)
        try #require(run.status == 0, "\(run.errorText)")
        if let problem = try golden.problem(with: #require(folder.bytes("out.wav"))) { Issue.record("\(problem)") }
    }

    @Test func `every EQ preset has a golden`() throws {
        let run = try CommandRun(["graph", "--list-units"])
        let line = try #require(run.outputText.split(separator: "\n").first { $0.hasPrefix("Presets: ") })
        let names = line.dropFirst(9).components(separatedBy: ", ").map { name in
            name.lowercased().replacingOccurrences(of: "&", with: "-and-").replacingOccurrences(of: " ", with: "-")
        }
        #expect(names.count == 22 && Set(names).count == 22)
        for name in names {
            let words = try command(of: Golden(ofCard: "eq-\(name)"))
            #expect(words.firstIndex(of: "--eq").map { words[$0 + 1] } == name)
        }
    }

    @Test func `goldens of another processor are compared sample by sample`() {
        #expect(Golden.largestDifference(WaveFile.pcm16([[5], [9]]), WaveFile.pcm16([[5], [10]])) == 1.0 / 32_768)
        let one = WaveFile.float32([[0.5, -0.25], [0.125, 0]])
        #expect(Golden.largestDifference(one, WaveFile.float32([[0.5, -0.25], [0.125, 0.5]])) == 0.5)
        #expect(Golden.largestDifference(one, one) == 0)
        #expect(Golden.largestDifference(one, WaveFile.float32([[0.5, -0.25]])) == nil)
    }

    /// The card's command line, which a person wrote.
    private func command(of golden: Golden) throws -> [String] {
        let line = try #require(golden.head.split(separator: "\n").first { $0.hasPrefix("kkmix ") })
        return line.split(separator: " ").dropFirst().map(String.init)
    }
}
