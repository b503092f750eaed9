import Foundation
import KKPCM
import KKTestSupport
import Testing

@testable import KKContainers
@testable import KKFiles

/// As a reader has it.
private func decoder(_ name: String, path: String? = nil) throws -> any FileDecoder {
    try AudioFileReader.open(ByteSource(path: FilePath(path ?? Fixtures.path(name))), ReaderOptions()).decoder
}

@Suite struct SndfileDecoderTests {
    @Test(
        arguments: [
            ("codec-16.flac", FourCharCode.flac, 44100.0, 2, 13230, 16), ("codec-24.flac", .flac, 44100, 2, 13230, 24),
            ("codec-unknown.flac", .flac, 44100, 2, 13230, 16), ("codec-vorbis.ogg", .vorbis, 44100, 2, 13230, nil),
            ("codec-opus.opus", .opus, 48000, 2, 14400, nil),
            ("codec-ima.wav", .dviIMAADPCM, 44100, 2, 14238, nil),
            ("codec-ms.wav", .microsoftADPCM, 44100, 2, 14168, nil),
            ("codec-gsm.wav", .microsoftGSM, 8000, 1, 2560, nil), ("codec-s16be.au", .linearPCM, 22050, 2, 6615, 16),
            ("codec-s24be.au", .linearPCM, 22050, 2, 6615, 24), ("codec-f32be.au", .linearPCM, 22050, 2, 6615, nil),
            ("codec-mulaw.au", .uLaw, 22050, 2, 6615, nil), ("codec-alaw.au", .aLaw, 22050, 2, 6615, nil),
        ] as [(String, FourCharCode, Double, Int, Int, Int?)])
    func `a file is as long as its recipe, and is what it says`(
        name: String, id: FourCharCode, rate: Double, channels: Int, frames: Int, bits: Int?
    ) throws {
        let decoder = try decoder(name)
        #expect(decoder.properties.frameCount == Int64(frames))
        #expect(decoder.properties.dataFormat.formatID == id)
        #expect(decoder.properties.dataFormat.sampleRate == rate)
        #expect(decoder.properties.layout == .standard(channels))
        #expect(decoder.properties.sourceBitDepth == bits)
        #expect(decoder.properties.warnings.isEmpty)
        let audio = try decodeAll(decoder)
        #expect(audio.allSatisfy { $0.count == frames })
        // Opus' fixture was made at another rate than the formula's: the signal is a function of time.
        for channel in 0..<channels where frames > 0 {
            let original = recipeSignal(rate: rate, frames: min(frames, Int(rate * 0.3)), channel: channel)
            #expect(correlation(audio[channel], original, lag: 0) > 0.9)
        }
        #expect(decoder.warnings.isEmpty)
    }

    @Test(arguments: ["codec-16.flac", "codec-unknown.flac"])
    func `a lossless codec gives every sample of the original`(name: String) throws {
        let audio = try decodeAll(decoder(name))
        #expect(firstDifference(audio, (0..<2).map { recipeSignal(rate: 44100, frames: 13230, channel: $0) }) == nil)
    }

    @Test func `AU gives every 16-bit sample of the original`() throws {
        for name in ["codec-s16be.au", "codec-s24be.au", "codec-f32be.au"] {
            let audio = try decodeAll(decoder(name))
            #expect(firstDifference(audio, (0..<2).map { recipeSignal(rate: 22050, frames: 6615, channel: $0) }) == nil)
        }
    }

    @Test(arguments: [3, 4, 5, 6], ["flac", "ogg", "opus"])
    func `channels come in the order of WAVE from every codec`(channels: Int, kind: String) throws {
        let decoder = try decoder("codec-id\(channels).\(kind)")
        #expect(decoder.properties.layout == .standard(channels))
        let audio = try decodeAll(decoder)
        for channel in 0..<channels {
            let levels = (0..<channels).map { tone in
                let frequency = channels == 6 && tone == 3 ? 60 : Double(300 + 200 * tone)
                let reference = (0..<3600).map { Float(sin(2 * Double.pi * frequency * Double($0) / 48000)) }
                let quadrature = (0..<3600).map { Float(cos(2 * Double.pi * frequency * Double($0) / 48000)) }
                let part = Array(audio[channel][600..<4200])
                let a = correlation(part, reference, lag: 0)
                let b = correlation(part, quadrature, lag: 0)
                return a * a + b * b
            }
            #expect(levels[channel] > 0.9, "channel \(channel): \(levels)")
        }
    }

    @Test(arguments: [
        "codec-16.flac", "codec-24.flac", "codec-unknown.flac", "codec-vorbis.ogg", "codec-opus.opus", "codec-ima.wav",
        "codec-ms.wav",
        "codec-gsm.wav", "codec-s16be.au", "codec-mulaw.au",
    ])
    func `any chunking and any seek give the bits of a straight read`(name: String) throws {
        let straight = try decodeAll(decoder(name), chunk: 50000)
        for chunk in [1, 7, 1153] {
            #expect(firstDifference(straight, try decodeAll(decoder(name), chunk: chunk)) == nil)
        }
        let decoder = try decoder(name)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<40 {
            let frame = Int(numbers.next() % UInt64(straight[0].count + 10))
            try decoder.seek(to: Int64(frame))
            let part = try decodeAll(decoder, chunk: 100, limit: 500)
            let expected = straight.map { Array($0[min(frame, $0.count)..<min($0.count, frame + part[0].count)]) }
            #expect(firstDifference(part, expected) == nil, "from frame \(frame)")
            #expect(part[0].count == min(500, max(0, straight[0].count - frame)))
        }
    }

    @Test func `a sound Ogg file's length needs no decoding, and a damaged one's is counted`() throws {
        for name in ["codec-vorbis.ogg", "codec-opus.opus"] {
            let sound = try decoder(name).properties
            #expect(sound.lengthSource == .header)
            #expect(sound.claimedFrameCount == nil)
            var bytes = try fixtureBytes(name)
            bytes[bytes.count - 200] ^= 1
            try withFile(bytes) { path in
                let damaged = try decoder(name, path: path)
                #expect(damaged.properties.lengthSource == .scan)
                #expect(Int64(try decodeAll(damaged)[0].count) == damaged.properties.frameCount)
            }
        }
    }

    @Test func `an Opus file of a 16 kHz recording is 48 kHz all the same`() throws {
        let expected = try decodeAll(decoder("codec-opus.opus"))
        var bytes = try fixtureBytes("codec-opus.opus")
        let mark = try #require((0..<200).first { Array(bytes[$0..<$0 + 8]) == Array("OpusHead".utf8) })
        bytes.replaceSubrange(mark + 12..<mark + 16, with: [0x80, 0x3E, 0, 0])
        var page = Array(bytes[..<(mark + 19)])
        OggPage.seal(&page)
        bytes.replaceSubrange(22..<26, with: page[22..<26])
        try withFile(bytes) { path in
            let decoder = try decoder("codec-opus.opus", path: path)
            #expect(decoder.properties.dataFormat.sampleRate == 48000)
            #expect(decoder.properties.priming == 312)
            #expect(firstDifference(try decodeAll(decoder), expected) == nil)
        }
    }

    @Test func `texts come by Core Audio's names`() throws {
        for name in ["codec-16.flac", "codec-vorbis.ogg"] {
            let tags = try decoder(name).properties.tags
            #expect(tags.contains(.init(key: "title", value: "A Title")))
            #expect(tags.contains(.init(key: "artist", value: "An Artist")))
        }
    }
}

@Suite struct SndfileDamageTests {
    @Test(arguments: ["codec-16.flac", "codec-vorbis.ogg", "codec-opus.opus", "codec-ima.wav", "codec-s16be.au"])
    func `a hundred mutations end without a crash, and deliver no more than they promise`(name: String) throws {
        let plain = try fixtureBytes(name)
        var numbers = SeededNumbers(seed: 2026)
        for round in 0..<100 {
            try withFile(mutated(plain, &numbers)) { path in
                do {
                    let decoder = try decoder(name, path: path)
                    let audio = try decodeAll(decoder, limit: 2_000_000)
                    let isShort = Int64(audio[0].count) < decoder.properties.frameCount && audio[0].count < 2_000_000
                    #expect(!isShort || !decoder.warnings.isEmpty, "mutation \(round)")
                } catch is AudioFileError {}
            }
        }
    }

    @Test func `a FLAC file cut short gives what is there and says what was claimed`() throws {
        let bytes = try fixtureBytes("music.flac")
        try withFile(Array(bytes[..<(bytes.count * 2 / 3)])) { path in
            let decoder = try decoder("music.flac", path: path)
            #expect(decoder.properties.claimedFrameCount == 44223)
            #expect(decoder.properties.lengthSource == .scan && decoder.properties.frameCount > 20_000)
            #expect(decoder.properties.warnings.count == 1)
            #expect(Int64(try decodeAll(decoder)[0].count) == decoder.properties.frameCount)
        }
    }

    @Test func `what libsndfile refuses is an error in its words`() throws {
        for bytes in [[], Array("fLaC".utf8), [UInt8](repeating: 7, count: 5000)] {
            try withFile(bytes) { path in
                let error = #expect(throws: AudioFileError.self) {
                    _ = try SndfileHandle(SndfileStream(ByteSource(path: FilePath(path))))
                }
                #expect(error?.cause?.hasPrefix("sf_open: ") == true)
            }
        }
    }
}
