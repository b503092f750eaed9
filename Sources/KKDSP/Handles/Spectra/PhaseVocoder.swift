internal import CLanes
internal import KKMath
package import KKPCM

/// Moves windows of a sound to other times so that its tones go on: a phase vocoder.
///
/// Each frame is a Hann window of the input. Its phases follow those of the frame before by as much as the input's own
/// advance over the same time, which the spectrum of a second window tells that lies earlier by that time (M. Puckette,
/// *Phase-locked Vocoder*, WASPAA 1995): no phase is unwrapped, and a steady tone keeps its frequency exactly. The bins
/// around a peak turn by what the peak turns by (J. Laroche and M. Dolson, *Improved Phase Vocoder Time-Scale
/// Modification of Audio*, IEEE Trans. SAP 7-3, 1999, identity phase locking), and all channels turn alike, so that
/// what is between them stays. Where formants are kept, all channels get the factors of one envelope
/// (``SpectralEnvelope``), after their phases.
///
/// Only + − × ÷ √, in a fixed order.
///
/// ## Allocation
/// In `init` alone.
@safe
package final class PhaseVocoder {
    /// Frames of a window: a power of two.
    package let size: Int
    package let channelCount: Int

    private let fft: RealFFT
    private let set: InstructionSet
    private let locksPeaks: Bool
    private let spectra: UnsafeMutablePointer<Float>
    private let room: UnsafeMutablePointer<Float>
    private let peaks: UnsafeMutablePointer<Int32>
    /// Of the window, and of what is under it.
    private let window: UnsafeMutablePointer<Float>
    private let samples: UnsafeMutablePointer<Float>
    /// The bins of a row, and some room.
    private let stride: Int
    private var envelope: SpectralEnvelope?
    private var factors: [Float]
    /// What is going to be done to the frequencies of the output, under which the formants stay where they are: 1 is nothing.
    package var pitch = 1.0

    /// The sizes that there are.
    package static let sizes = 64...1 << 18

    /// Some 70 ms: enough to tell the tones of a low voice apart.
    package static func size(sampleRate: Double) -> Int {
        var size = sizes.lowerBound
        while size <= sizes.upperBound, Double(size) * 1.4142135 < 0.07 * sampleRate { size *= 2 }
        return size
    }

    /// - Parameters:
    ///   - locksPeaks: whether the bins around a peak turn alike, or each by itself.
    ///   - formantRate: the sample rate, where formants are kept; `nil` where not.
    ///   - set: the instructions, for tests, because they show in no result.
    package init(
        channelCount: Int, size: Int, locksPeaks: Bool = true, formantRate: Double? = nil, set: InstructionSet = .best
    ) {
        precondition(Self.sizes.contains(size), "no such window")
        envelope = formantRate.map { SpectralEnvelope(size: size, sampleRate: $0) }
        factors = Array(repeating: 0, count: formantRate == nil ? 0 : size / 2 + 1)
        fft = RealFFT(size: size, set: set)
        (self.channelCount, self.size, self.locksPeaks, self.set) = (channelCount, size, locksPeaks, set)
        stride = (fft.binCount + 15) & ~15
        unsafe spectra = .zeros(6 * channelCount * stride)
        unsafe room = .zeros(6 * stride)
        unsafe window = .zeros(size)
        unsafe samples = .zeros(size)
        unsafe peaks = .allocate(capacity: stride)
        unsafe peaks.initialize(repeating: 0, count: stride)
        for index in 0..<size {
            let sine = PortableMath.sin(.pi * Double(index) / Double(size))
            unsafe window[index] = Float(sine * sine)
        }
    }

    deinit {
        unsafe UnsafeMutableRawPointer(spectra).deallocate()
        unsafe UnsafeMutableRawPointer(room).deallocate()
        unsafe UnsafeMutableRawPointer(window).deallocate()
        unsafe UnsafeMutableRawPointer(samples).deallocate()
        unsafe peaks.deallocate()
    }

    /// Of a channel: the frame as it is (0), the one before it in the input (1), and what came out last (2).
    private func spectrum(_ number: Int, of channel: Int) -> UnsafeMutablePointer<Float> {
        unsafe spectra + (3 * channel + number) * 2 * stride
    }

    /// Makes the next frame of a window that begins at `place` of `input`.
    ///
    /// - Parameters:
    ///   - frames: those of `input` that there are, all of them finite; what the window has beyond them is silence.
    ///   - distance: frames by which it is put after the last one; `nil` for one that keeps its own phases.
    package func advance(
        to place: Int, of input: borrowing PCMBuffer, frames: Range<Int>, by distance: Int?
    ) {
        precondition(
            input.channelCount == channelCount && frames.lowerBound >= 0 && frames.upperBound <= input.frameCapacity,
            "frames outside the buffer")
        for channel in 0..<channelCount {
            let samples = unsafe input.channelPointer(channel)
            unsafe transform(samples, frames, at: place, into: spectrum(distance == nil ? 2 : 0, of: channel))
            guard let distance else { continue }
            unsafe transform(samples, frames, at: place - distance, into: spectrum(1, of: channel))
        }
        if distance == nil { return }
        var vocoder = unsafe lanes_vocoder(
            channels: channelCount, bins: fft.binCount, stride: stride, spectra: spectra, room: room, peaks: peaks,
            locks: locksPeaks ? 1 : 0)
        unsafe lanes_vocoder_turn(set.lanes, &vocoder)
    }

    private func transform(
        _ input: UnsafePointer<Float>, _ frames: Range<Int>, at place: Int, into spectrum: UnsafeMutablePointer<Float>
    ) {
        let low = min(max(place, frames.lowerBound), place + size),
            high = max(low, min(place + size, frames.upperBound))
        unsafe samples.update(repeating: 0, count: low - place)
        unsafe (samples + (high - place)).update(repeating: 0, count: place + size - high)
        unsafe lanes_window(
            set.lanes, input + low, window + (low - place), samples + (low - place), high - low)
        var lanes = unsafe fft.lanes
        unsafe lanes_fft_forward(set.lanes, &lanes, samples, spectrum, spectrum + stride)
    }

    /// Adds the frame to `sums` from frame `place` on, and the squares of its window to the channel after its own ones.
    ///
    /// - Parameter end: frames of the window that are not silence; what is after does not count as a part of it.
    package func add(to sums: inout PCMBuffer, at place: Int, end: Int) {
        precondition(
            sums.channelCount == channelCount + 1 && place >= 0 && place + size <= sums.frameCapacity,
            "frames outside the buffer")
        let weights = unsafe sums.channelPointer(channelCount) + place
        let shapes = envelope != nil && pitch != 1
        if shapes { shape() }
        for channel in 0..<channelCount {
            let out = unsafe shapes ? shaped(spectrum(2, of: channel)) : spectrum(2, of: channel)
            var lanes = unsafe fft.lanes
            unsafe lanes_fft_inverse(set.lanes, &lanes, out, out + stride, samples)
            // The weights are the same for all of them.
            unsafe lanes_overlap(
                set.lanes, samples, window, sums.channelPointer(channel) + place, size, weights,
                channel == 0 ? max(0, min(end, size)) : 0)
        }
    }

    /// Works out the factors by the power of all channels.
    private func shape() {
        for bin in factors.indices { factors[bin] = 0 }
        for channel in 0..<channelCount {
            let out = unsafe spectrum(2, of: channel)
            for bin in factors.indices {
                let (real, imaginary) = unsafe (out[bin], out[stride + bin])
                factors[bin] += real * real + imaginary * imaginary
            }
        }
        envelope?.makeFactors(&factors, pitch: pitch)
    }

    /// A spectrum times the factors. The spectrum itself stays, as the next frame's phases follow it.
    private func shaped(_ spectrum: UnsafeMutablePointer<Float>) -> UnsafeMutablePointer<Float> {
        for bin in factors.indices {
            unsafe room[bin] = spectrum[bin] * factors[bin]
            unsafe room[stride + bin] = spectrum[stride + bin] * factors[bin]
        }
        return unsafe room
    }
}
