import Foundation
import KKFiles
import KKPCM
import KKTestSupport
import Testing

/// Every fixture against its row of the fixtures' table.
@Suite struct FixtureTests {
    static let sound = FixtureRow.all.filter {
        $0.frames != nil && $0.name != "no-data.wav" && !["nan-f32.wav", "infinity-f32.wav"].contains($0.name)
    }

    @Test func `the table is there`() {
        #expect(Self.sound.count > 70)
    }

    @Test(arguments: sound)
    func `what is promised is what is delivered`(row: FixtureRow) throws {
        let reader = try AudioFileReader(path: row.path)
        #expect(reader.frameCount == row.frames)
        #expect(reader.fileFormat.sampleRate == row.sampleRate)
        #expect(reader.fileFormat.channelCount == row.channels)
        let samples = try reader.readAll(chunk: 1_000)
        #expect(samples.allSatisfy { Int64($0.count) == row.frames })
        #expect(try reader.readAll()[0].isEmpty, "the end stays the end")
    }

    @Test(arguments: sound.filter { $0.soundOf != nil })
    func `the same sound in another container is the same to the bit`(row: FixtureRow) throws {
        let expected = try AudioFileReader(path: Fixtures.path(#require(row.soundOf))).readAll()
        let samples = try AudioFileReader(path: row.path).readAll()
        #expect(samples.map { Array($0) } == expected.map { Array($0.prefix(samples[0].count)) })
    }

    @Test(arguments: sound.filter { ($0.frames ?? 0) > 4_000 })
    func `a seek lands on the very frame`(row: FixtureRow) throws {
        let reader = try AudioFileReader(path: row.path)
        let whole = try reader.readAll()
        for frame in [0, 1, 1_153, 2_000, 3_999, 17] {
            try reader.seek(to: Int64(frame))
            #expect(reader.tell == Int64(frame))
            var buffer = PCMBuffer(channelCount: whole.count, frameCapacity: 500)
            buffer.frameLength = try reader.readFully(into: &buffer, at: 0, frameCount: 500)
            for channel in whole.indices {
                let same = buffer.samples(ofChannel: channel) == Array(whole[channel][frame...].prefix(500))
                #expect(same, "frame \(frame), channel \(channel)")
            }
        }
    }

    @Test(arguments: [
        ("music.mp3", "music.wav"), ("music-vbr.mp3", "music.wav"), ("speech-mpeg2.mp3", "speech.wav"),
        ("music.ogg", "music.wav"), ("speech.ogg", "speech.wav"),
    ])
    func `a lossy file starts where the file it was made from starts`(lossy: String, original: String) throws {
        let heard = try AudioFileReader(path: Fixtures.path(lossy)).readAll()[0]
        let made = try AudioFileReader(path: Fixtures.path(original)).readAll()[0]
        let lags = Array(-1_200...1_200)
        let residuals = lags.map { lag in
            var sum = 0.0
            for index in 2_000..<8_000 {
                sum += Double(heard[index + lag] - made[index]) * Double(heard[index + lag] - made[index])
            }
            return sum
        }
        let best = try #require(residuals.indices.min { residuals[$0] < residuals[$1] })
        #expect(lags[best] == 0)
    }

    @Test(
        arguments: FixtureRow.all.filter {
            $0.name.hasPrefix("channels-") && $0.name.contains(".") && !$0.recipe.contains("sounds at")
        })
    func `each channel comes out where its label belongs`(row: FixtureRow) throws {
        let channels = try #require(row.channels)
        let samples = try AudioFileReader(path: row.path).readAll()
        #expect(samples.map { $0[100] } == (1...channels).map { Float($0) / 16 })
    }

    @Test(arguments: [
        ("channels-6.ogg", 6), ("channels-8.ogg", 8), ("channels-6.opus", 6), ("channels-8.opus", 8),
        ("channels-6.aac", 6), ("channels-6-aac.caf", 6), ("channels-6.ac3", 6), ("channels-6.eac3", 6),
    ])
    func `each channel of a lossy file comes out where its label belongs`(name: String, count: Int) throws {
        let tones: [Double] = [300, 500, 700, 60, 1_100, 1_300, 1_700, 1_900]
        let samples = try AudioFileReader(path: Fixtures.path(name)).readAll()
        let found = samples.map { channel in
            tones.indices.max {
                channel.power(at: tones[$0], sampleRate: 48_000) < channel.power(at: tones[$1], sampleRate: 48_000)
            }
        }
        #expect(found == Array(0..<count))
    }

    @Test(arguments: ["nan-f32.wav", "infinity-f32.wav"])
    func `what is no number is refused with its place`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        #expect { try reader.readAll() } throws: { error in
            let error = error as? AudioFileError
            return error?.kind == .badData && error?.position == .channel(1, frame: 500)
        }
    }

    @Test(arguments: ["truncated.mp3", "truncated.flac", "truncated.ogg"])
    func `what decodes of a damaged file is used, with a warning, and strictly it is an error`(name: String) throws {
        let reader = try AudioFileReader(path: Fixtures.path(name))
        let samples = try reader.readAll()
        #expect(samples[0].count > 1_000)
        #expect(!reader.warnings.isEmpty)
        #expect(throws: AudioFileError.self) {
            _ = try AudioFileReader(path: Fixtures.path(name), options: ReaderOptions(strict: true)).readAll()
        }
    }

    @Test(arguments: ["junk.bin", "empty.wav", "lfs-pointer.wav", "page.html.mp3", "tags-only.mp3", "no-data.wav"])
    func `what holds no audio is refused as bad data, with a next step`(name: String) {
        #expect { try AudioFileReader(path: Fixtures.path(name)) } throws: { error in
            let error = error as? AudioFileError
            return error?.kind == .badData && error?.nextStep != nil
        }
    }
}

extension [Float] {
    /// The power at one frequency.
    func power(at frequency: Double, sampleRate: Double) -> Double {
        let turn = 2 * Double.pi * frequency / sampleRate
        var (real, imaginary) = (0.0, 0.0)
        for (index, sample) in enumerated() {
            real += Double(sample) * cos(turn * Double(index))
            imaginary += Double(sample) * cos(turn * Double(index) - .pi / 2)
        }
        return real * real + imaginary * imaginary
    }
}
