package import KKAnalysis
internal import KKFiles
internal import KKMath
internal import KKPCM

/// The measurement from which a common level for several mixes is computed.
public struct MeasuredSound: Sendable {
    /// The mean powers of the blocks of 400 ms that the gates of a loudness see.
    package var blocks: [Double]
    /// In dBTP; `nil` for silence.
    package var truePeak: Double?
    /// The largest magnitude of a sample, and what the squares come to, of how many samples.
    var peak: Double
    var squares: Double
    var sampleCount: Double

    var rms: Double { sampleCount > 0 ? (squares / sampleCount).squareRoot() : 0 }

    init(_ meter: SoundMeter) {
        let measurement = meter.finish(), levels = measurement.levels
        (blocks, truePeak) = (meter.gatingBlocks, measurement.truePeak)
        peak = levels.channels.map(\.peak).max() ?? 0
        sampleCount = Double(measurement.frameCount) * Double(measurement.layout.channelCount)
        squares = (levels.rms ?? 0) * (levels.rms ?? 0) * sampleCount
    }

    /// What a level is measured by, linear; `nil` for silence. 0 dBFS of a peak is what 16 bits hold with their dither.
    package func level(_ target: NormalizeTarget) -> Double? {
        target.level(of: self).map { target.measure == .peak && target.level > -0.001 ? $0 / (1 - 0x1p-13) : $0 }
    }

    /// Sounds as one: all their blocks and samples together, in their order.
    package init(_ sounds: [MeasuredSound]) {
        blocks = sounds.flatMap(\.blocks)
        truePeak = sounds.compactMap(\.truePeak).max()
        peak = sounds.map(\.peak).max() ?? 0
        squares = sounds.map(\.squares).reduce(0, +)
        sampleCount = sounds.map(\.sampleCount).reduce(0, +)
    }
}

extension RenderJob {
    /// Renders once and measures the mix at its own level, writing nothing.
    package func measured(_ measures: Measures) throws -> MeasuredSound {
        MeasuredSound(try meter(MixFit(limit: nil), measures).meter)
    }

    /// Renders once into a meter.
    ///
    /// - Parameter paddedTo: the frames of which what the mix lacks is silence.
    func meter(
        _ fit: MixFit, _ measures: Measures, paddedTo frames: Int64 = 0
    ) throws -> (meter: SoundMeter, watch: PeakWatch) {
        let sink = try MeterSink(plan, measures)
        let watch = try render(to: sink, fit)
        sink.pad(to: frames)
        return (sink.meter, watch)
    }
}

/// A sink that measures what it is given.
private final class MeterSink: FrameSink {
    let format: StreamDescription
    let meter: SoundMeter
    private var frameCount: Int64 = 0

    init(_ plan: MixPlan, _ measures: Measures) throws {
        format = plan.format
        do throws(AnalysisError) {
            meter = try SoundMeter(layout: plan.layout, sampleRate: plan.sampleRate, measures: measures)
        } catch {
            // A rate becomes at most 256 times lower.
            let rates = [48_000.0, 96_000, 192_000, 384_000, 768_000, 1_536_000, 3_072_000, 6_144_000]
            let rate = error.kind == .badData ? rates.first { $0 * 256 >= plan.sampleRate } : nil
            let step = rate.map {
                "meters take 1 to 10,000,000 Hz: mix at another rate (-r \(shortDecimalText($0, digits: 0))), or leave --loudness or --normalize out"
            }
            throw SessionError(error.kind, error.problem, nextStep: step ?? error.nextStep)
        }
    }

    func write(_ buffer: borrowing PCMBuffer) throws {
        meter.add(buffer)
        frameCount += Int64(buffer.frameLength)
    }

    func pad(to frames: Int64) {
        var silence = PCMBuffer(channelCount: format.channelCount, frameCapacity: 4096)
        while frameCount < frames {
            silence.frameLength = Int(min(4096, frames - frameCount))
            silence.silence(0..<silence.frameLength)
            meter.add(silence)
            frameCount += Int64(silence.frameLength)
        }
    }

    func finalize() throws {}
}
