import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKFiles

/// WavPack as it is written: every sample as it was, whatever its form.
@Suite struct WavPackWritingTests {
    private let folder: KKTestSupport.ScratchFolder

    init() throws { folder = try KKTestSupport.ScratchFolder() }

    @Test(arguments: [1, 2, 3, 6, 9])
    func `floating point comes back to the bit, beyond full scale as well`(channels: Int) throws {
        let sound = (0..<channels).map { channel in
            SeededNumbers.noise(9001, seed: UInt64(channel)).map { $0 * 3 }
        }
        let layout: ChannelLayout = channels > 8 ? .discrete(channels) : .standard(channels)
        try written(folder.path("a.wv"), .wavpack, .f32, sound, layout: layout)
        let reader = try AudioFileReader(path: folder.path("a.wv"))
        #expect(reader.properties.layout == layout && reader.properties.warnings.isEmpty)
        #expect(try reader.readAll() == sound)
    }

    @Test(arguments: [(KKFiles.Encoding.s16, 15), (.s24, 23)])
    func `integers come back to the bit`(encoding: KKFiles.Encoding, exponent: Int) throws {
        let scale = Float(sign: .plus, exponent: exponent, significand: 1)
        let sound = [SeededNumbers.noise(20_001, seed: 3).map { ($0 * scale * 0.9).rounded() / scale }]
        try written(folder.path("a.wv"), .wavpack, encoding, sound)
        #expect(try AudioFileReader(path: folder.path("a.wv")).readAll() == sound)
    }

    @Test func `the first block states the length, and texts follow the last`() throws {
        var options = WriterOptions()
        let texts = [
            FileProperties.Tag(key: "title", value: "Études"), FileProperties.Tag(key: "track number", value: "7"),
        ]
        options.annotations = AudioFileAnnotations(information: texts)
        let bytes = try written(
            folder.path("a.wv"), .wavpack, .s16, [SeededNumbers.noise(50_001, seed: 1).map { $0 * 0.5 }],
            options: options)
        #expect(Array(bytes[12..<16]) == [0x51, 0xC3, 0, 0])
        let reader = try AudioFileReader(path: folder.path("a.wv"))
        #expect(reader.properties.tags == texts && reader.properties.frameCount == 50_001)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/wvunpack")))
    func `wvunpack finds no fault`() throws {
        for (encoding, channels) in [(KKFiles.Encoding.s16, 1), (.s24, 2), (.s32, 2), (.f32, 6)] {
            let sound = (0..<channels).map { SeededNumbers.noise(30_000, seed: UInt64($0)).map { $0 * 0.5 } }
            try written(folder.path("a.wv"), .wavpack, encoding, sound, options: WriterOptions(force: true))
            let run = try CommandRun.shell("/usr/bin/wvunpack -q -vv a.wv", in: folder.root)
            #expect(run.status == 0, "\(run.errorText)")
        }
    }
}
