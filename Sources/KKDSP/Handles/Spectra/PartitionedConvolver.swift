internal import CLanes
internal import KKPCM

/// Convolves the channels of a sound with an impulse response, a block after another: what ``ConvolutionKernel`` has
/// inside.
///
/// Only + − ×, in a fixed order.
///
/// ## Allocation
/// In `init` alone.
@safe
final class PartitionedConvolver {
    /// Of a channel that comes out, the mean of the squares' sums of its filters; 1 for silence.
    let energy: Double

    private let channelCount: Int
    /// Frames of a block, and how many parts the response has.
    private let size: Int, partCount: Int
    private let routes: [ImpulseResponse.Route]
    /// The first sample of each channel's way to itself.
    private var direct: [Float]
    private let fft: RealFFT
    private let set: InstructionSet
    /// Floats of a spectrum: its real parts, and its imaginary ones.
    private let stride: Int

    /// Spectra: of each filter's parts, and of each channel's last blocks, in a ring.
    private let parts: UnsafeMutablePointer<Float>, blocks: UnsafeMutablePointer<Float>
    private let emptyParts: UnsafeMutablePointer<UInt8>, emptyBlocks: UnsafeMutablePointer<UInt8>
    /// Of each channel that comes out its spectrum.
    private let sums: UnsafeMutablePointer<Float>
    /// Blocks between one that is complete and what comes out of it.
    private let delay: Int
    /// Of each channel two blocks before, and the one that comes in.
    private let taken: UnsafeMutablePointer<Float>
    /// Room for two blocks of each channel, of which the second half is what goes out; and for what is being made, which
    /// is the same where a block is made at once.
    private var given: UnsafeMutablePointer<Float>, made: UnsafeMutablePointer<Float>
    /// One for each channel that comes out; none if blocks are made by the thread that renders.
    private var jobs: [any KernelJob] = []
    /// Whether each channel's spectrum is made with what comes out of it, for it goes nowhere else.
    private let isSeparate: Bool

    /// Frames of the block that is under way, and where in the ring it will be.
    private var place = 0, newest = 0
    /// Blocks without a sound, up to what makes all of them silent.
    private var silentCount: Int

    init(_ response: ImpulseResponse, channelCount: Int, set: InstructionSet = .best) {
        let size = response.partLength, partCount = response.partCount
        var (routes, filters) = response.ways(channelCount)
        (self.channelCount, self.size, self.partCount, self.routes, self.set) = (
            channelCount, size, partCount, routes, set
        )
        fft = RealFFT(size: 2 * size, set: set, calls: channelCount)
        stride = Self.stride(size)
        delay = response.isMadeBeside ? 2 : 1
        isSeparate = routes.allSatisfy { $0.from == $0.to }
        silentCount = partCount + delay
        let energies = filters.map { $0.reduce(0.0) { $0 + Double($1) * Double($1) } }
        let whole = routes.reduce(0.0) { $0 + energies[$1.filter] } / Double(channelCount)
        energy = whole > 0 ? whole : 1
        direct = Array(repeating: 0, count: channelCount)
        // A filter that leads to another channel, too, keeps its first sample.
        for filter in filters.indices {
            let own = routes.filter { $0.filter == filter }
            guard own.allSatisfy({ $0.from == $0.to }), let first = filters[filter].first else { continue }
            for route in own { direct[route.to] = first }
            filters[filter][0] = 0
        }
        unsafe parts = .zeros(filters.count * partCount * 2 * stride)
        unsafe blocks = .zeros(channelCount * partCount * 2 * stride)
        unsafe emptyParts = .allocate(capacity: filters.count * partCount)
        unsafe emptyBlocks = .allocate(capacity: channelCount * partCount)
        unsafe emptyBlocks.initialize(repeating: 1, count: channelCount * partCount)
        unsafe sums = .zeros(channelCount * 2 * stride)
        unsafe taken = .zeros(channelCount * 3 * size)
        unsafe given = .zeros(channelCount * 2 * size)
        unsafe made = delay == 1 ? given : .zeros(channelCount * 2 * size)
        prepare(filters)
    }

    /// Has long blocks made by others from now on. They keep it while they are at it, so before it is let go of it has to
    /// be told that it has none.
    func use(_ workers: (any KernelWorkers)?) {
        finish()
        guard let workers, delay > 1 else { return jobs = [] }
        jobs = (0..<channelCount).map { channel in workers.job { [unowned(unsafe) self] in unsafe make(channel) } }
    }

    /// Not a power of two, nor near one: see `LANES_FFT_GAP`.
    private static func stride(_ size: Int) -> Int { size + Int(LANES_FFT_GAP) }

    /// The spectra, and the blocks that come and go, of a response that is used for so many channels.
    static func heldByteCount(of response: ImpulseResponse, channelCount: Int) -> Int {
        let size = response.partLength, partCount = response.partCount
        let spectra = ((response.channels.count + channelCount) * partCount + channelCount) * 2 * stride(size)
        let blocks = channelCount * (response.isMadeBeside ? 7 : 5) * size
        return (spectra + blocks + channelCount * lanes_fft_scratch(size)) * MemoryLayout<Float>.stride
    }

    deinit {
        if delay > 1 { unsafe UnsafeMutableRawPointer(made).deallocate() }
        unsafe UnsafeMutableRawPointer(parts).deallocate()
        unsafe UnsafeMutableRawPointer(blocks).deallocate()
        unsafe UnsafeMutableRawPointer(sums).deallocate()
        unsafe UnsafeMutableRawPointer(taken).deallocate()
        unsafe UnsafeMutableRawPointer(given).deallocate()
        unsafe emptyParts.deallocate()
        unsafe emptyBlocks.deallocate()
    }

    private func prepare(_ filters: [[Float]]) {
        let room = unsafe UnsafeMutablePointer.zeros(2 * size)
        for (number, filter) in filters.enumerated() {
            for part in 0..<partCount {
                let samples = filter.dropFirst(part * size).prefix(size), place = number * partCount + part
                unsafe room.update(repeating: 0, count: size)
                for (index, sample) in samples.enumerated() { unsafe room[index] = sample }
                let isEmpty = samples.allSatisfy { $0 == 0 }
                unsafe (emptyParts + place).initialize(to: isEmpty ? 1 : 0)
                if !isEmpty { unsafe transform(room, into: parts + place * 2 * stride) }
            }
        }
        unsafe UnsafeMutableRawPointer(room).deallocate()
    }

    private func transform(
        _ samples: UnsafePointer<Float>, into spectrum: UnsafeMutablePointer<Float>, by channel: Int = 0
    ) {
        var lanes = unsafe fft.lanes(channel)
        unsafe lanes_fft_forward(set.lanes, &lanes, samples, spectrum, spectrum + stride)
    }

    func reset() {
        finish()
        unsafe emptyBlocks.update(repeating: 1, count: channelCount * partCount)
        unsafe taken.update(repeating: 0, count: channelCount * 3 * size)
        unsafe given.update(repeating: 0, count: channelCount * 2 * size)
        unsafe made.update(repeating: 0, count: channelCount * 2 * size)
        (place, newest, silentCount) = (0, 0, partCount + delay)
    }

    /// Whether all that it has is zero; a block begins then with the next frame that is not.
    var isAtRest: Bool { place == 0 && silentCount == partCount + delay }

    /// Puts what comes out in the place of `frames`, a block or two later.
    func process(_ frames: Range<Int>, of buffer: inout PCMBuffer, dry: Float, wet: Float) {
        precondition(
            buffer.channelCount == channelCount && frames.lowerBound >= 0 && frames.upperBound <= buffer.frameCapacity,
            "frames outside the buffer")
        var start = frames.lowerBound
        while start < frames.upperBound {
            if isAtRest, pass(&start, of: &buffer, until: frames.upperBound) { return }
            let count = min(frames.upperBound - start, size - place)
            for channel in 0..<channelCount {
                let incoming = unsafe taken + (channel * 3 + 2) * size + place
                let out = unsafe given + channel * 2 * size + size + place
                unsafe lanes_exchange(
                    set.lanes, buffer.channelPointer(channel) + start, incoming, incoming - delay * size, out,
                    dry + wet * direct[channel], wet, count)
            }
            (place, start) = (place + count, start + count)
            if place == size { turn() }
        }
    }

    /// Passes silence, and what goes in as that.
    ///
    /// - Returns: whether it goes on to the end.
    private func pass(_ start: inout Int, of buffer: inout PCMBuffer, until end: Int) -> Bool {
        while start < end {
            for channel in 0..<channelCount {
                let size = unsafe buffer.channelPointer(channel)[start].magnitude
                if size >= 1e-30, size.isFinite { return false }
            }
            for channel in 0..<channelCount { unsafe buffer.channelPointer(channel)[start] = 0 }
            start += 1
        }
        return true
    }

    /// A block is complete: what was made meanwhile goes out, or what is made of it now.
    private func turn() {
        finish()
        if delay > 1 { unsafe swap(&given, &made) }
        newest = newest + 1 == partCount ? 0 : newest + 1
        var isSilent = true
        for channel in 0..<channelCount {
            let samples = unsafe taken + channel * 3 * size, current = unsafe samples + 2 * size
            let isNowSilent = unsafe Self.isZero(current, size)
            let isEmpty = unsafe isNowSilent && Self.isZero(current - size, size)
            unsafe emptyBlocks[channel * partCount + newest] = isEmpty ? 1 : 0
            unsafe samples.update(from: samples + size, count: 2 * size)
            if !isSeparate { look(channel) }
            isSilent = isSilent && isNowSilent
        }
        silentCount = isSilent ? min(silentCount + 1, partCount + delay) : 0
        if jobs.isEmpty { for channel in 0..<channelCount { make(channel) } } else { for job in jobs { job.begin() } }
        place = 0
    }

    /// Returns when no channel is being made.
    private func finish() { for job in jobs { job.finish() } }

    /// Makes the spectrum of a channel's newest block and the one before, which are the first two of it now.
    private func look(_ channel: Int) {
        let place = channel * partCount + newest
        guard unsafe emptyBlocks[place] == 0 else { return }
        unsafe transform(taken + channel * 3 * size, into: blocks + place * 2 * stride, by: channel)
    }

    private static func isZero(_ samples: UnsafePointer<Float>, _ count: Int) -> Bool {
        for index in 0..<count where unsafe samples[index] != 0 { return false }
        return true
    }

    private func make(_ channel: Int) {
        if isSeparate { look(channel) }
        let out = unsafe made + channel * 2 * size, sum = unsafe sums + channel * 2 * stride
        unsafe sum.update(repeating: 0, count: 2 * stride)
        var isAny = false
        for route in routes where route.to == channel {
            let (filter, source) = (route.filter * partCount, route.from * partCount)
            var partitions = unsafe lanes_partitions(
                count: partCount, stride: stride, parts: parts + filter * 2 * stride,
                blocks: blocks + source * 2 * stride, emptyParts: emptyParts + filter,
                emptyBlocks: emptyBlocks + source, newest: newest)
            if unsafe lanes_convolve(set.lanes, &partitions, sum) != 0 { isAny = true }
        }
        guard isAny else { return unsafe (out + size).update(repeating: 0, count: size) }
        var lanes = unsafe fft.lanes(channel)
        unsafe lanes_fft_inverse(set.lanes, &lanes, sum, sum + stride, out)
    }
}
