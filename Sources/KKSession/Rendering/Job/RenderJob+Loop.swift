public import KKFiles
public import KKDSP
internal import KKGraph
internal import KKPCM
public import KKUnits

extension RenderJob {
    /// The manual render loop: slice after slice from the graph's head to `sink`, with no clock, until the mix is over.
    /// The sink is drained and not finalized.
    func render(
        to sink: any FrameSink, _ fit: MixFit, stems: StemRecorder? = nil, trace: TraceRecorder? = nil
    ) throws -> PeakWatch {
        passCount += 1
        environment.passBegins(passCount)
        let workers = ioWorkers
        // The readers are used again: by a second pass, and for their warnings.
        defer { workers?.dismiss() }
        let budget = ReadAheadBudget(trackCount: plan.tracks.count, channelCount: plan.layout.channelCount)
        let isDecodedAhead = try plan.decodeAhead(on: workers)
        let parallelWorkers = parallelWorkers
        var fit = fit
        if promisesPeak { fit.limit = fit.limit.map(ceilingBeforeRounding) }
        let mix = try plan.compile(
            fit, sharesBuses: stems == nil && trace == nil, workers: parallelWorkers, kernelWorkers: workers
        ) { source, number in
            let track = plan.tracks[number]
            let isConverted = track.isConverted(to: plan.sampleRate)
            // Reading ahead is for what takes a while; a bus that is rendered beside others may read plain PCM itself.
            let isCheap = isDecodedAhead[number] || parallelWorkers != nil && track.properties.dataFormat.isLinearPCM
            guard let workers, isConverted || !isCheap else { return source }
            return ReadAheadSource(
                source, workers: workers, blockLength: budget.length, blockCount: budget.count,
                frameLimit: plan.audibleFrameCount(of: track))
        }
        let names = plan.tracks.map { $0.spec.path.name }
        trace?.listen(to: mix, names: names, frameCount: plan.expectedFrameCount ?? 0)
        let behind = workers.map {
            WriteBehindSink(
                sink, workers: $0, blockLength: plan.session.maximumFramesPerSlice, blockCount: plan.slicesWrittenBehind
            )
        }
        let last: any FrameSink = behind ?? sink
        var peak = PeakWatch(held: FullScale(format.encoding)?.held, trackCount: plan.tracks.count)
        var buffer = PCMBuffer(
            channelCount: plan.layout.channelCount, frameCapacity: plan.session.maximumFramesPerSlice)
        // What a limiter gives before the mix has come through it.
        var early = mix.latencyFrameCount
        while early > 0 {
            try environment.deadline?.check()
            let count = min(early, plan.session.maximumFramesPerSlice)
            try mix.renderer.render(count, into: &buffer)
            early -= count
        }
        var position: Int64 = 0
        let expectedCount = plan.expectedFrameCount
        while position < plan.frameCount {
            let wanted = Int(min(Int64(plan.session.maximumFramesPerSlice), plan.frameCount - position))
            try mix.renderer.render(wanted, into: &buffer)
            let end = min(plan.frameCount, actualEnd(of: mix).map { $0 + plan.tailFrameCount } ?? .max)
            buffer.frameLength = Int(max(0, min(Int64(wanted), end - position)))
            peak.observe(buffer, firstFrame: position) { track, channel, frame in
                // Behind an equaliser or a limiter nobody can tell. Of a bus that is shared one track alone sounds.
                let isHeard =
                    plan.session.joint == nil || plan.tracks[track].contains(mixFrame: position + Int64(frame))
                guard mix.isMixerLast, isHeard else { return 0 }
                return mix.mixer.contribution(ofBus: mix.buses[track], toChannel: channel, frame: frame)
            }
            try stems?.take(mix.mixer, mix: buffer, firstFrame: position)
            try last.write(buffer)
            position += Int64(buffer.frameLength)
            try environment.deadline?.check()
            try environment.progress(position, expectedCount)
            if buffer.frameLength < wanted { break }
        }
        try behind?.drain()
        idleDucks = mix.idleDucks
        isTailCut = trace == nil && hasUnknownTail && (try? goesOn(mix, &buffer)) == true
        return peak
    }

    /// Whether there are plug-ins, which do not say how long they sound, and nobody has said when the mix ends.
    private var hasUnknownTail: Bool {
        if case .time = plan.session.length { return false }
        return plan.session.tail == .auto && !plan.plugins.components.isEmpty
    }

    /// Whether the frames behind the end are louder than −60 dBFS.
    private func goesOn(_ mix: CompiledMix, _ buffer: inout PCMBuffer) throws -> Bool {
        var rest = 1_024
        while rest > 0 {
            let count = min(rest, plan.session.maximumFramesPerSlice)
            try mix.renderer.render(count, into: &buffer)
            rest -= count
            for channel in 0..<buffer.channelCount {
                let (lowest, highest) = buffer.extremes(ofChannel: channel)
                if max(-lowest, highest) > 0.001 { return true }
            }
        }
        return false
    }

    /// What is said of plug-ins that the end of the mix cuts off.
    var tailNotices: [String] {
        isTailCut
            ? ["mix: its plug-ins still sound at its end, and no plug-in says for how long; --tail 2s keeps that"] : []
    }

    /// Whether the job takes only some milliseconds: it is short, is rendered once to one file, and reads only PCM,
    /// once and at the rate of the mix. A plug-in may hang.
    public var isQuick: Bool {
        isShort && stems == nil && !plan.session.isLeveled && plan.plugins.components.isEmpty
            && plan.tracks.allSatisfy {
                $0.passes == 1 && !$0.isConverted(to: plan.sampleRate)
                    && $0.properties.dataFormat.isLinearPCM
            }
    }

    /// Whether the job makes so few frames that starting a thread would take longer.
    private var isShort: Bool {
        let (work, overflow) = plan.frameCount.multipliedReportingOverflow(by: Int64(plan.tracks.count))
        return !overflow && work <= ReadAheadBudget.threadedFrameCount
    }

    /// The threads that read ahead and write behind; a short job has none.
    private var ioWorkers: IOWorkers? {
        environment.threadCount > 1 && !isShort ? IOWorkers(threadCount: environment.threadCount - 1) : nil
    }

    /// The threads for the tracks' own units; none if there are none.
    private var parallelWorkers: ParallelWorkers? {
        let heavy = plan.tracks.count { $0.spec.isProcessed }
        let threads = min(environment.threadCount, heavy)
        return threads > 1 && !isShort ? ParallelWorkers(threadCount: threads - 1) : nil
    }

    /// Where the mix ends when a source proved shorter than its file promised; `nil` while that is open.
    private func actualEnd(of mix: CompiledMix) -> Int64? {
        switch plan.session.length {
        case .time: return nil
        case .first: return mix.end(ofTrack: 0)
        case .shortest: return mix.players.indices.compactMap(mix.end).min()
        case .longest:
            var end: Int64 = 0
            for (number, track) in plan.tracks.enumerated() where track.frameCount != nil {
                guard let time = mix.end(ofTrack: number) else { return nil }
                end = max(end, time)
            }
            return end
        }
    }
}

extension ParallelWorkers: RenderWorkers {}

extension BackgroundJob: KernelJob {}

extension IOWorkers: KernelWorkers {
    public func job(_ body: @escaping () -> Void) -> any KernelJob { BackgroundJob(self, body) }
}

extension MixPlan {
    /// Some 32,768 frames, in 4 to 16 slices.
    fileprivate var slicesWrittenBehind: Int { max(4, min(16, 32_768 / session.maximumFramesPerSlice)) }

    /// The bytes of the slice that is rendered, and of those that are written behind it.
    var sliceByteCount: Int {
        let frameCount = session.maximumFramesPerSlice
        return (1 + slicesWrittenBehind)
            * PCMBuffer.byteCount(channelCount: layout.channelCount, frameCapacity: frameCount)
    }

    /// Has the tracks decoded ahead that can be and are played once: a loop would throw away with each pass what was
    /// decoded beyond it.
    ///
    /// - Returns: for each track whether it is.
    fileprivate func decodeAhead(on workers: IOWorkers?) throws -> [Bool] {
        guard let workers else { return tracks.map { _ in false } }
        let once = tracks.count { $0.passes == 1 }
        return try zip(tracks, readers).map { track, reader in
            try track.passes == 1 && reader.decodeAhead(on: workers, byteCount: ReadAheadBudget.pieceByteCount / once)
        }
    }
}

/// A sink that takes everything and keeps nothing.
final class NullSink: FrameSink {
    let format: StreamDescription

    init(_ format: StreamDescription) {
        self.format = format
    }

    func write(_ buffer: borrowing PCMBuffer) throws {}

    func finalize() throws {}
}
