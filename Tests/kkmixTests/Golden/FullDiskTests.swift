import Foundation
import KKTestSupport
import Testing

/// A disk without room: the message names it, and nothing half-written has a name.
@Suite struct FullDiskTests {
    /// Runs a script in a folder that is a small disk of its own.
    ///
    /// - Returns: `nil` if this user may not mount one.
    private static func run(_ manifest: String, _ script: String) throws -> CommandRun? {
        let golden = try GoldenFolder(manifest)
        let run = try CommandRun.shell(
            """
            mkdir disk; export KKMIX
            unshare --mount --map-root-user bash -c 'mount -t tmpfs -o size=120k none disk || exit 99
                cp *.wav *.yaml disk; rm disk/quiet.wav; cd disk; \(script); find -name "*.wav" -o -name "*kkmix*part" | sort' || exit 99
            """, in: golden.folder.root, environment: ["KKMIX_RUN_COMMANDS": "1"])
        return run.status == 99 ? nil : run
    }

    @Test(arguments: [("cp noise.wav {output}", false), ("cat noise.wav noise.wav", true)])
    func `a program that failed for a full disk failed without a cause`(command: String, isStream: Bool) throws {
        guard
            let run = try Self.run(
                "schema: 1\ncases: [{name: one, command: '\(command)'\(isStream ? ", output: stdout" : ""), golden: none, assert: [channels 2]}]\n",
                "head -c 40000 /dev/zero > fill; $KKMIX test")
        else { return }
        #expect(
            run.outputText.contains("nothing more can be written in kkmix-results (write: No space left on device)\n"))
        #expect(run.outputText.contains("  next      free some space, or write elsewhere\n"), "\(run.outputText)")
        #expect(run.outputText.hasSuffix("\n./noise.wav\n"), "\(run.outputText)")
    }

    @Test func `a golden for which there is no room is not there, and the old one is as it was`() throws {
        guard
            let run = try Self.run(
                "schema: 1\ncases: [{name: one, mix: noise.wav, golden: goldens/one.wav, tolerance: exact}]\n",
                """
                head -c 40000 /dev/zero > fill; $KKMIX test --update missing --results ../kept; ls -A goldens
                mkdir -p goldens; $KKMIX -q synth:sine:for=10ms -o goldens/one.wav; cp goldens/one.wav ../old
                $KKMIX test --accept one --results ../kept; cmp goldens/one.wav ../old && echo old
                """)
        else { return }
        let reasons = run.outputText.components(separatedBy: "  goldens/one.wav, byte ")
        #expect(reasons.count == 3, "\(run.outputText)")
        for reason in reasons.dropFirst() {
            #expect(reason.contains(": writing failed (write: No space left on device)\n"), "\(run.outputText)")
        }
        #expect(run.outputText.hasSuffix("\nold\n./goldens/one.wav\n./noise.wav\n"), "\(run.outputText)")
    }
}
