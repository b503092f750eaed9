import Foundation
import KKTestSupport

/// A folder with two sounds and a list of jobs.
struct BatchFolder {
    let folder: ScratchFolder

    /// - Parameter list: the text of `jobs.csv`.
    init(_ list: String = Self.four) throws {
        folder = try ScratchFolder()
        var numbers = SeededNumbers(seed: 5)
        for (name, level) in [("a.wav", 8_000), ("b.wav", 2_000)] {
            let frames = (0..<4_410).map { _ in
                [
                    Int16.random(in: -Int16(level)...Int16(level), using: &numbers),
                    Int16.random(in: -100...100, using: &numbers),
                ]
            }
            try folder.write(WaveFile.pcm16(frames), to: name)
        }
        try write(list)
    }

    static let head = "id,inputs,output,options\n"
    static let four =
        head + """
            plain,a.wav b.wav,out/1.wav,
            loud,a.wav::gain=20dB,out/2.wav,--encoding s16
            lossless,b.wav::at=0.1s a.wav,out/3.flac,--gain -3dB
            tone,synth:sine:frequency=880:for=100ms b.wav,out/deep/4.wav,--encoding s24 --eq rock

            """

    /// Jobs that all differ.
    static func many(_ count: Int) -> String {
        head
            + (0..<count).map {
                "job-\($0),a.wav::gain=-\($0 % 60).\($0 / 60)dB b.wav,out/\($0).\($0 % 3 == 0 ? "flac" : "wav"),--encoding s16 --dither tpdf --seed \($0)\n"
            }.joined()
    }

    func write(_ list: String, to name: String = "jobs.csv") throws { try folder.write(Array(list.utf8), to: name) }

    func batch(_ arguments: String..., list: String = "jobs.csv") throws -> CommandRun {
        try CommandRun(["batch", list] + arguments, in: folder.root)
    }

    /// The jobs of a report, without the time that they took.
    static func jobs(_ document: [UInt8]) throws -> [[String: Any]] {
        let report = try JSONSerialization.jsonObject(with: Data(document)) as? [String: Any] ?? [:]
        return (report["jobs"] as? [[String: Any]] ?? []).map { $0.filter { $0.key != "seconds" } }
    }

    static func statuses(_ document: [UInt8]) throws -> [String] {
        try jobs(document).map { $0["status"] as? String ?? "" }
    }

    /// The document's text without the times.
    static func timeless(_ run: CommandRun) -> String { run.outputText.replacing(/"seconds":[0-9.e-]+/, with: "") }

    /// Every file below the folder of outputs with its bytes, hidden and empty ones too.
    func outputs() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for case let name as String in FileManager.default.enumerator(atPath: folder.path("out")) ?? .init() {
            let type =
                try FileManager.default.attributesOfItem(atPath: folder.path("out/\(name)"))[.type]
                as? FileAttributeType
            guard type == .typeRegular else { continue }
            files[name] = [UInt8](FileManager.default.contents(atPath: folder.path("out/\(name)")) ?? Data())
        }
        return files
    }

    func removeOutputs() throws { _ = try CommandRun.shell("rm -rf out jobs.csv.state", in: folder.root) }
}
