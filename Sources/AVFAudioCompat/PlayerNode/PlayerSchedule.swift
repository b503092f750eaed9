internal import KKAudio

/// What a player is to play, in the order of scheduling, and where it is.
///
/// It may be called by the thread that renders and by another.
final class PlayerSchedule {
    private let lock = NSRecursiveLock()
    private var items: [PlayerItem] = []
    private var isOn = false
    /// The node's frame to begin with; `nil` is the next slice's first.
    private var asked: Int64?
    /// The node's frame at which the player's frame 0 is, or would have been; `nil` until a slice has settled it.
    private var settled: Int64?
    /// The player's frame that comes next.
    private var position: Int64 = 0

    var isPlaying: Bool { lock.withLock { isOn } }

    var origin: Int64? { lock.withLock { isOn ? settled : nil } }

    func play(atNodeFrame frame: Int64?) {
        lock.withLock {
            if isOn { return }
            (isOn, asked, settled) = (true, frame, nil)
        }
    }

    func pause() { lock.withLock { (isOn, settled) = (false, nil) } }

    /// - Returns: what is over by that.
    func clear() -> [() -> Void] {
        lock.withLock {
            defer { (items, isOn, asked, settled, position) = ([], false, nil, nil, 0) }
            return items.map(\.completion)
        }
    }

    /// - Returns: what is over by that.
    func add(_ item: PlayerItem) -> [() -> Void] {
        lock.withLock {
            var over: [PlayerItem] = []
            // With a time it interrupts then.
            if item.options.contains(.interrupts), item.when?.isTime != true { swap(&over, &items) }
            items.append(item)
            return over.map(\.completion)
        }
    }

    /// - Parameter over: what is over with this slice is added to it.
    /// - Returns: whether the slice is silence.
    func render(
        _ time: AudioTime, _ frameCount: Int, _ format: AVAudioFormat, into buffer: inout PCMBuffer,
        _ over: inout [() -> Void]
    ) throws -> Bool {
        try lock.withLock {
            guard isOn else {
                buffer.silence(0..<frameCount)
                return true
            }
            let begin = settled ?? max(asked ?? time.sampleTime, time.sampleTime) - position
            settled = begin
            // The frame of the slice with which the player's time goes on.
            var offset = Int(max(0, min(Int64(frameCount), begin + position - time.sampleTime)))
            buffer.silence(0..<frameCount)
            var isSilent = true
            while offset < frameCount {
                interrupt(format, &over)
                guard let item = items.first else { break }
                let start = settle(item, format)
                if start > position {
                    skip(Int(min(Int64(frameCount - offset), start - position)), &offset)
                    continue
                }
                let wanted = Int(min(Int64(frameCount - offset), (interruption(format) ?? .max) - position))
                let count = try item.read(wanted, format, into: &buffer, at: offset)
                if count > 0 { isSilent = false }
                skip(count, &offset)
                if count < wanted { try end(item, &over) }
            }
            // Behind the last item time goes on.
            if offset < frameCount { skip(frameCount - offset, &offset) }
            // What has given its last frame is over, also where the slice ends with it.
            if let item = items.first, item.isExhausted, !item.options.contains(.loops) { try end(item, &over) }
            return isSilent
        }
    }

    private func skip(_ count: Int, _ offset: inout Int) {
        offset += count
        position += Int64(count)
    }

    /// Where an item begins: when it was asked to, or now where that is over.
    private func settle(_ item: PlayerItem, _ format: AVAudioFormat) -> Int64 {
        let start = item.start ?? max(position, frame(item.when, format) ?? position)
        item.start = start
        return start
    }

    /// The player's frame of a time: of its own, or one of the host.
    private func frame(_ when: AVAudioTime?, _ format: AVAudioFormat) -> Int64? {
        guard let when, !when.isSampleTimeValid, let settled else { return when?.frame(atRate: format.sampleRate) }
        return when.engineFrame(atRate: format.sampleRate).map { $0.subtractingReportingOverflow(settled).partialValue }
    }

    /// The first frame at which something interrupts what plays.
    private func interruption(_ format: AVAudioFormat) -> Int64? {
        items.dropFirst().lazy.filter { $0.options.contains(.interrupts) }
            .compactMap { self.frame($0.when, format) }.min().map { max($0, position) }
    }

    /// Ends what is interrupted now.
    private func interrupt(_ format: AVAudioFormat, _ over: inout [() -> Void]) {
        let next = items.indices.dropFirst().first { index in
            items[index].options.contains(.interrupts)
                && frame(items[index].when, format).map { $0 <= position } ?? false
        }
        guard let next else { return }
        over += items[..<next].map(\.completion)
        items.removeSubrange(..<next)
    }

    /// The end of an item, or of a pass of one that loops.
    private func end(_ item: PlayerItem, _ over: inout [() -> Void]) throws {
        if item.options.contains(.loops), item.position > 0 {
            let next = items.indices.dropFirst().first { items[$0].options.contains(.interruptsAtLoop) }
            guard let next else { return try item.rewind() }
            over += items[..<next].map(\.completion)
            items.removeSubrange(..<next)
            return
        }
        over.append(item.completion)
        items.removeFirst()
    }
}
