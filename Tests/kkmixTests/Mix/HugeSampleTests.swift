import Foundation
import KKTestSupport
import Testing

/// Samples so large that squares, sums and filters leave the numbers: no limit is kept by what has no value.
@Suite struct HugeSampleTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    /// A second, mono, at 48 kHz: some values over and over.
    private func write(_ values: [Float], to name: String) throws {
        try folder.write(
            WaveFile.float32((0..<48_000).map { [values[$0 % values.count]] }, sampleRate: 48_000), to: name)
    }

    private func document(_ arguments: [String], status: Int32) throws -> [String: Any] {
        let run = try CommandRun(arguments, in: folder.root)
        #expect(run.status == status, "\(run.errorText)")
        let document = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
        #expect(document["error"] == nil)
        return document
    }

    @Test(arguments: [1e19, 1e25, 1.6e38] as [Float], ["exact", "default", "lossy", "loose"])
    func `the opposite of a huge sound passes nowhere, and the document is a document`(
        level: Float, tolerance: String
    ) throws {
        try write([level], to: "reference.wav")
        try write([-level], to: "actual.wav")
        let reported = try document(
            ["compare", "reference.wav", "actual.wav", "--tolerance", tolerance, "--json"], status: 1)
        let facts = try #require((reported["cases"] as? [[String: Any]])?.first)
        #expect(facts["passed"] as? Bool == false && facts["inverted"] as? Bool == true)
        let text = try CommandRun(
            ["compare", "reference.wav", "actual.wav", "--tolerance", tolerance], in: folder.root)
        #expect(text.status == 1 && !text.outputText.contains("nan") && !text.outputText.contains("nothing (channel"))
    }

    @Test func `what is far above full scale misses a profile's limits, with its levels`() throws {
        try write([3.4e38, 3.4e38, -3.4e38], to: "huge.wav")
        let facts = try document(["measure", "huge.wav", "--profile", "ebu-r128", "--json"], status: 1)
        let profile = try #require((facts["files"] as? [[String: Any]])?.first?["profile"] as? [String: Any])
        #expect((profile["limits"] as? [[String: Any]])?.map { $0["passed"] as? Bool } == [false, false])
        let text = try CommandRun(["measure", "huge.wav"], in: folder.root).outputText
        #expect(
            text.contains(" LUFS") && text.contains("dBTP") && !text.contains("inf") && !text.contains("below 400 ms"))
    }

    @Test func `a huge sound is the same as itself, and nothing that is said of another one is inf`() throws {
        try write([3.4e38, 3.4e38, -3.4e38], to: "huge.wav")
        try write([3.3e38, 3.3e38, -3.3e38], to: "other.wav")
        let same = try CommandRun(["compare", "huge.wav", "huge.wav"], in: folder.root)
        #expect(same.status == 0 && same.outputText.hasPrefix("same-file: huge.wav holds the same bytes"))
        let other = try CommandRun(["compare", "huge.wav", "other.wav"], in: folder.root)
        #expect(
            other.status == 1 && !other.outputText.contains("inf ")
                && other.outputText.contains("loudness differs by -0.26 LU"))
        let residual = try CommandRun(
            ["compare", "huge.wav", "other.wav", "--residual", "diff.wav", "--plot", "diff.png", "-q"], in: folder.root)
        #expect(residual.status == 1 && folder.bytes("diff.wav") != nil && folder.bytes("diff.png") != nil)
    }

    @Test func `no assertion holds of a huge sound because it has no level`() throws {
        try folder.write(
            Array(
                """
                schema: 1
                cases:
                  - name: huge
                    mix: huge.wav --encoding f32
                    assert: [true-peak <= -1dBTP]
                  - name: loud
                    mix: huge.wav --encoding f32
                    assert: [loudness <= -16]

                """.utf8), to: "kkmix-test.yaml")
        try write([3.4e38, 3.4e38, -3.4e38], to: "huge.wav")
        let run = try CommandRun(["test", "."], in: folder.root)
        #expect(run.status == 1 && run.outputText.contains("0 passed, 2 failed"), "\(run.outputText) \(run.errorText)")
    }
}
