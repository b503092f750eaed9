import Foundation
import KKTestSupport
import Testing

/// What a mix of a case reads has to be a file.
@Suite struct CaseInputTests {
    @Test(arguments: [
        "mix: pipe.wav", "mix: /dev/stdin", "mix: noise.wav --reverb pipe.wav", "mix: noise.wav --cover pipe.wav",
        "mix: 'noise.wav pipe.wav::gain=-6dB'", "mix: 'noise.wav::reverb=pipe.wav'",
    ])
    func `a case waited for a pipe without end`(mix: String) throws {
        let golden = try GoldenFolder(
            "schema: 1\ncases: [{name: one, golden: none, assert: [not clipped], \(mix)}, {name: two, mix: noise.wav, golden: none, assert: [not clipped]}]\n"
        )
        let run = try CommandRun.shell(
            "mkfifo pipe.wav; exec 3<>pipe.wav; timeout 20 $KKMIX test <&3",
            in: golden.folder.root)
        #expect(
            run.status == 1
                && run.outputText.contains("an input of a case has to be a file, but this is not a file"),
            "\(run.status) \(run.outputText)\(run.errorText)")
        #expect(run.outputText.contains("1 passed"), "\(run.outputText)")
    }

    @Test func `a case waited for a file of the system that has no bytes yet`() throws {
        let file = "/proc/kmsg"
        guard FileManager.default.isReadableFile(atPath: file) else { return }
        let golden = try GoldenFolder(
            "schema: 1\ncases: [{name: one, golden: none, assert: [not clipped], mix: \(file)}]\n")
        let run = try CommandRun.shell("timeout 20 $KKMIX test --allow-outside; echo $?", in: golden.folder.root)
        #expect(run.outputText.hasSuffix("\n1\n"), "\(run.outputText)\(run.errorText)")
    }
}
