import KKAnalysis
import KKMath
import KKPCM
import KKTestSupport

@testable import KKReport

/// Sounds and what pictures are made of.
enum Sounds {
    static func tone(_ hertz: Double, rate: Double = 48_000, count: Int, level: Double = 0.5) -> [Float] {
        (0..<count).map { Float(level * PortableMath.sin(2 * 3.14159265358979323846 * hertz * Double($0) / rate)) }
    }

    static func sound(
        _ channels: [[Float]], title: String = "tone.wav", rate: Double = 48_000, width: Int = 600,
        hasSpectrogram: Bool = true, slice: Int = 4096
    ) -> SoundPicture.Sound {
        let count = channels[0].count
        let grid = ColumnGrid(frameCount: Int64(count), columnCount: SoundPicture.columnCount(width: width))
        let overview = SoundOverview(channelCount: channels.count, grid: grid)
        let spectrogram = Spectrogram(
            channelCount: channels.count, sampleRate: rate, grid: grid, rowCount: SoundPicture.rowCount)
        var buffer = PCMBuffer(channelCount: channels.count, frameCapacity: slice)
        var start = 0
        while start < count {
            let length = min(slice, count - start)
            for channel in channels.indices {
                buffer.fill(channel: channel, with: Array(channels[channel][start..<start + length]))
            }
            overview.add(buffer, frames: 0..<length)
            if hasSpectrogram { spectrogram.add(buffer, frames: 0..<length) }
            start += length
        }
        overview.finish()
        spectrogram.finish()
        return SoundPicture.Sound(
            title: title, facts: "mono · 48 kHz", layout: .standard(channels.count), sampleRate: rate,
            frameCount: Int64(count), overview: overview,
            spectrogram: hasSpectrogram ? spectrogram : nil)
    }

    static func picture(
        _ channels: [[Float]], title: String = "tone.wav", width: Int = 600, height: Int = 400, slice: Int = 4096
    ) -> SoundPicture {
        SoundPicture([sound(channels, title: title, width: width, slice: slice)], width: width, height: height)
    }

    static func comparison(_ reference: [[Float]], _ actual: [[Float]], title: String = "a – b") -> ComparisonPicture {
        let difference = zip(reference, actual).map { zip($0, $1).map { $1 - $0 } }
        let sides = [reference, actual, difference].map { sound($0, width: 600) }
        var worst: Int64 = 0, largest: Float = 0
        for (index, value) in difference[0].enumerated() where value.magnitude > largest {
            (worst, largest) = (Int64(index), value.magnitude)
        }
        var picture = ComparisonPicture(
            title: title, verdict: "different", passed: false, facts: ["facts"], layout: .standard(reference.count),
            sampleRate: 48_000,
            reference: sides[0].overview!, actual: sides[1].overview!, difference: sides[2].overview,
            spectrogram: sides[2].spectrogram,
            worst: largest > 0 ? (worst, "largest") : nil)
        picture.width = 600
        picture.height = 500
        return picture
    }
}

extension Canvas {
    /// FNV-1a of the colours: the same whatever zlib packs them.
    var hash: UInt64 {
        pixels.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { sum, index in
            let color = palette[Int(index)]
            return [color.red, color.green, color.blue].reduce(sum) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        }
    }
}
