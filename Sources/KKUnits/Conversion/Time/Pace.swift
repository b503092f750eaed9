/// How fast an input is played, and since when: from a frame of the output, and its place in the input.
struct Pace {
    private(set) var rate = 1.0
    private var start: Int64 = 0
    private var startPlace = 0.0

    /// Has another rate hold from an output frame on.
    mutating func set(_ rate: Double, at frame: Int64) {
        if rate != self.rate { (self.rate, start, startPlace) = (rate, frame, place(at: frame)) }
    }

    /// Begins again with both frames, at the same rate.
    mutating func restart() { (start, startPlace) = (0, 0) }

    /// The place in the input, in its frames, that is heard at an output frame.
    func place(at frame: Int64) -> Double { startPlace + Double(frame - start) * rate }

    /// The first output frame that is not before a place in the input; `nil` beyond all that can be counted.
    func frame(at place: Double) -> Int64? {
        // What rounding adds is not a frame.
        let length = Double(start) + ((place - startPlace) / rate - 1e-6).rounded(.up)
        return length < 0x1p62 ? Int64(length) : nil
    }
}
