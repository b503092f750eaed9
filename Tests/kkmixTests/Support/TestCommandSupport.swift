import Foundation
import KKTestSupport

/// A folder with sounds, cases and goldens.
struct GoldenFolder {
    let folder: ScratchFolder

    /// - Parameter manifest: the text of `kkmix-test.yaml`; `nil` writes none.
    init(_ manifest: String? = Self.twoCases) throws {
        folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 3)
        // Three tenths of a second: quick, and more than a window of a fingerprint.
        let frames = (0..<13_230).map { _ in
            [Int16.random(in: -8_000...8_000, using: &numbers), Int16.random(in: -8_000...8_000, using: &numbers)]
        }
        try folder.write(WaveFile.pcm16(frames), to: "noise.wav")
        try folder.write(WaveFile.pcm16(frames.map { $0.map { $0 / 2 } }), to: "quiet.wav")
        if let manifest { try write(manifest) }
    }

    static let twoCases = """
        schema: 1
        defaults: {tolerance: exact}
        cases:
          - name: sound
            mix: noise.wav
            golden: goldens/sound.wav
            assert: [channels 2, peak <= -6dBFS]
          - name: print
            mix: noise.wav::gain=-6dB
            golden: goldens/print.fingerprint
            tolerance: default
        """

    func write(_ manifest: String) throws { try folder.write(Array(manifest.utf8), to: "kkmix-test.yaml") }

    /// Runs `kkmix test`, outside CI unless `ci` says otherwise, and with everybody's consent to the programs.
    func test(_ arguments: String..., ci: String = "", in place: String? = nil) throws -> CommandRun {
        try CommandRun(
            ["test"] + arguments, in: place ?? folder.root, environment: ["CI": ci, "KKMIX_RUN_COMMANDS": "1"])
    }

    /// The document that `--json` printed.
    static func document(_ run: CommandRun) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any] ?? [:]
    }

    /// Every file below a folder with its bytes.
    func snapshot(of name: String = "") throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        let root = name.isEmpty ? folder.root : folder.path(name)
        guard let names = FileManager.default.enumerator(atPath: root) else { return files }
        for case let name as String in names {
            if let data = FileManager.default.contents(atPath: "\(root)/\(name)") { files[name] = [UInt8](data) }
        }
        return files
    }
}
