import Foundation
import KKTestSupport
import Testing

/// `Examples/any-program`: other people's programs, tested by their own manifests; and what is found when they break.
@Suite struct AnyProgramTests {
    /// A copy of an example that can be changed, built where it is to be.
    private static func copy(_ name: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let copied = try CommandRun.shell(
            "cp -r '\(Fixtures.root)/Examples/any-program/\(name)/.' .; rm -f tremolo", in: folder.root)
        #expect(copied.status == 0, "\(copied.errorText)")
        return folder
    }

    private static func build(_ folder: ScratchFolder) throws {
        guard folder.bytes("tremolo.c") != nil else { return }
        let built = try CommandRun.shell("cc -O2 -Wall -Werror -o tremolo tremolo.c -lm", in: folder.root)
        #expect(built.status == 0, "\(built.errorText)")
    }

    private static func test(_ folder: ScratchFolder) throws -> CommandRun {
        try CommandRun(["test", "--run-commands"], in: folder.root, environment: ["CI": "1"])
    }

    @Test(arguments: ["python", "sox", "c"])
    func `an example passes as it is`(name: String) throws {
        let folder = try Self.copy(name)
        try Self.build(folder)
        let run = try Self.test(folder)
        #expect(run.status == 0, "\(run.outputText)\(run.errorText)")
    }

    struct Defect: Sendable, CustomTestStringConvertible {
        let example: String, file: String
        let text: String, broken: String
        /// What the report of the case says.
        let found: String
        var testDescription: String { "\(example): \(broken)" }

        init(_ example: String, _ file: String, _ text: String, _ broken: String, found: String) {
            (self.example, self.file, self.text, self.broken, self.found) = (example, file, text, broken, found)
        }
    }

    static let defects = [
        Defect(
            "python", "synth.py", "start = number * STEP",
            "start = number * STEP + 1 if number + 1 < len(notes) else number * STEP", found: "first at"),
        Defect("python", "synth.py", "LEVEL = 0.4", "LEVEL = 0.36", found: "0.915 dB quieter"),
        Defect("python", "synth.py", "zip(left, right) for", "zip(right, left) for", found: "sides swapped"),
        Defect(
            "python", "synth.py", "right[start + frame] += sample", "right[start + frame] -= sample",
            found: "channel 2 inverted"),
        Defect("python", "synth.py", "max(0.0, 1 - (frame - STEP) / RELEASE)", "0.0", found: "0:00.6"),
        Defect("sox", "bounce.sh", "gain -9", "gain -10", found: "1 dB quieter"),
        Defect("sox", "bounce.sh", "-r 48000", "-r 44100", found: "frames"),
        Defect(
            "c", "tremolo.c", "return (float)", "return frame % 4800 == 4799 ? 0 : (float)",
            found: "frame 4,799"),
        Defect("c", "tremolo.c", "double rate = atof", "abort(); double rate = atof", found: "stopped by signal 6"),
        Defect(
            "c", "tremolo.c", "long frames =", "for (volatile int busy = 1; busy;) {} long frames =",
            found: "took longer than 1 s"),
    ]

    @Test(arguments: Self.defects)
    func `a defect that is put into a program is found, and said`(defect: Defect) throws {
        let folder = try Self.copy(defect.example)
        let source = String(decoding: try #require(folder.bytes(defect.file)), as: UTF8.self)
        #expect(source.contains(defect.text), "the program has no '\(defect.text)'")
        try folder.write(Array(source.replacing(defect.text, with: defect.broken).utf8), to: defect.file)
        let manifest = String(decoding: try #require(folder.bytes("kkmix-test.yaml")), as: UTF8.self)
        try folder.write(Array(manifest.replacing("timeout: 20s", with: "timeout: 1s").utf8), to: "kkmix-test.yaml")
        try Self.build(folder)
        let run = try Self.test(folder)
        #expect(run.status == 1, "\(run.outputText)\(run.errorText)")
        #expect(run.outputText.contains(defect.found), "\(run.outputText)")
    }
}
