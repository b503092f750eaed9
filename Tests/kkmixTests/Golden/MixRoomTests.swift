import Foundation
import KKTestSupport
import Testing

/// A mix of somebody else's cases has no more memory and no more units than it may.
@Suite struct MixRoomTests {
    private static func folder(_ mixes: [String]) throws -> GoldenFolder {
        let cases = mixes.enumerated().map { index, mix in
            "  - {name: n\(index), golden: none, assert: [not clipped], mix: \"\(mix)\"}\n"
        }
        return try GoldenFolder("schema: 1\ncases:\n" + cases.joined())
    }

    private static func times(_ count: Int, _ words: String) -> String {
        Array(repeating: words, count: count).joined(separator: " ")
    }

    private static let wide = "synth:silence:channels=256:rate=48k:for=1s"
    private static let delays = times(12, "--unit delay") + " --tail none"

    @Test(arguments: [
        "\(wide) \(delays)",
        "\(wide) --tail none --reverb wide.wav",
        times(9, "synth:silence:channels=256:rate=48k:for=10s::reverse"),
        times(60, "\(wide)::stretch=1.5") + " --length 1s",
        "\(wide) --max-frames 1048576",
        times(400, "synth:sine:rate=768k:for=1s::position=-30:doppler") + " -c 2",
    ])
    func `a mix took all memory, and the run told of no case`(mix: String) throws {
        let golden = try Self.folder([mix, "noise.wav"])
        let run = try CommandRun.shell(
            """
            $KKMIX synth:noise:channels=1:rate=48k:for=20s -o wide.wav -q
            ulimit -v 9000000; timeout 100 $KKMIX test --json -j 2
            """, in: golden.folder.root)
        let cases = try #require(try GoldenFolder.document(run)["cases"] as? [[String: Any]], "\(run.errorText)")
        let reason = cases[0]["reason"] as? String ?? ""
        #expect(
            reason.contains("would take more memory for its tracks and units than the 2 GB that a case has"),
            "\(reason)")
        #expect(cases[1]["status"] as? String == "pass")
    }

    @Test(arguments: [times(10_001, "noise.wav"), "noise.wav \(times(10_000, "--unit lowpass"))"])
    func `a case had any number of tracks and units`(mix: String) throws {
        let run = try Self.folder([mix, "noise.wav"]).test("--json")
        let cases = try #require(try GoldenFolder.document(run)["cases"] as? [[String: Any]], "\(run.errorText)")
        #expect(
            (cases[0]["reason"] as? String)?.contains(
                "the mix has 10,001 tracks and units, and a case has at most 10,000") == true, "\(cases[0])")
        #expect(cases[1]["status"] as? String == "pass")
    }

    @Test func `a job took all memory`() throws {
        let batch = try BatchFolder()
        try batch.write(
            #"{"id": "wide", "inputs": ["\#(Self.wide)"], "output": "out/wide.wav", "options": "\#(Self.delays)"}"#,
            to: "j.jsonl")
        let run = try CommandRun.shell("ulimit -v 9000000; $KKMIX batch j.jsonl", in: batch.folder.root)
        #expect(
            run.status == 1 && run.outputText.contains("than the 2 GB that a job has"),
            "\(run.outputText)\(run.errorText)")
    }
}
