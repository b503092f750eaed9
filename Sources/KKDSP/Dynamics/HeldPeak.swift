/// The level of a signal for what turns it up and down: the largest magnitude of the last ten milliseconds, frame by
/// frame.
///
/// A wave has a peak in each half of its period, so from 50 Hz on a steady one has a steady level, and a gain that
/// follows it does not bend the wave. The span is eight whole parts of 1.25 ms and the one under way: 10 to 11.3 ms.
/// Parts are counted from the first frame that is not silent, so what was silent before shows in nothing.
struct HeldPeak {
    static let span = 0.01
    private static let partCount = 8

    let partLength: Int
    private var parts = [Float](repeating: 0, count: partCount)
    private var place = 0
    /// The largest of the whole parts, and of the one under way.
    private(set) var older: Float = 0
    var current: Float = 0
    var position = 0

    init(sampleRate: Double) {
        partLength = max(1, Int((Self.span * sampleRate / Double(Self.partCount)).rounded()))
    }

    /// Whether no frame that counts had a sound.
    var isAtRest: Bool { position == 0 && older == 0 }

    mutating func reset() {
        for index in parts.indices { parts[index] = 0 }
        (older, current, position, place) = (0, 0, 0, 0)
    }

    mutating func endPart() {
        parts[place] = current
        place = place + 1 == Self.partCount ? 0 : place + 1
        (older, current, position) = (0, 0, 0)
        for part in parts where part > older { older = part }
    }
}
