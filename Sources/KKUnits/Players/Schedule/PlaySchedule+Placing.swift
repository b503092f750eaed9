internal import KKPCM

extension PlaySchedule {
    /// The frame after the last item's end; the horizon when that is not known, 0 if there is none.
    var plannedEnd: Int64 { items.last?.end ?? 0 }

    /// Whether everything that was scheduled is over.
    var isComplete: Bool { items.allSatisfy(\.isComplete) }

    /// Adds an item at the place it asks for, or at the end of the one before it if that is later.
    ///
    /// An item without a place comes right after the one before, or next if that has passed. Of an item whose place has
    /// passed the rest is heard.
    func append(_ new: Item) {
        var item = new
        let end = plannedEnd
        item.start = max(item.asked ?? now, end)
        item.position = passed(of: item, at: now)
        item.needsSeek = item.position > 0
        freeSlices()
        items.append(item)
        endTime = nil
    }

    /// Ends everything that was scheduled at a frame, of which nothing has been rendered.
    func interrupt(at frame: Int64) {
        for index in items.indices.dropFirst(current) where items[index].end > frame {
            items[index].start = min(items[index].start, frame)
            items[index].length = frame - items[index].start
        }
    }

    /// The next place from `frame` on where what is heard there comes to the end of a pass, or else of itself; `nil` if
    /// nothing is heard there.
    func loopPoint(from frame: Int64) -> Int64? {
        guard let item = items.dropFirst(current).first(where: { $0.start <= frame && frame < $0.end && !$0.isSpent })
        else { return nil }
        guard let pass = item.pass else { return item.end }
        let passes = max(1, (frame - item.start + pass - 1) / pass)
        return min(item.end, item.start + passes * pass)
    }

    /// Sets the time-line frame of frame 0; `nil` is the first one of the next render call.
    func setStart(_ frame: Int64?) {
        startsWithNextRender = frame == nil
        let before = origin ?? 0
        origin = frame
        if let frame { move(to: nextFrame + before - frame) } else { nextFrame += before }
    }

    /// Puts every item where the time line says.
    func move(to frame: Int64) {
        nextFrame = frame
        current = 0
        endTime = items.isEmpty ? 0 : nil
        for index in items.indices {
            let position = passed(of: items[index], at: frame)
            if position != items[index].position { items[index].needsSeek = true }
            items[index].position = position
            items[index].wasRead = false
        }
    }

    /// The places of the items after `index`, which has ended earlier than it was announced.
    func settle(after index: Int) {
        for next in items.indices.dropFirst(index + 1) {
            let start = max(items[next].asked ?? 0, items[next - 1].end)
            if start == items[next].start { return }
            items[next].start = start
        }
    }

    /// The frames of an item that lie before `frame`; all of them when it is a slice that was given back.
    private func passed(of item: Item, at frame: Int64) -> Int64 {
        let elapsed = max(0, frame - item.start)
        guard let length = item.length else { return elapsed }
        return item.isSpent ? length : min(elapsed, length)
    }

    /// Forgets slices that are over, as soon as they are half of what there is.
    private func freeSlices() {
        let spent = items.prefix(current).prefix(while: \.isSpent).count
        if spent * 2 < items.count { return }
        items.removeFirst(spent)
        current -= spent
    }
}
