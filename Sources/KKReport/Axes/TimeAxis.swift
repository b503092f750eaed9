/// A stretch of time from left to right, and its ticks: steps of 1, 2 and 5 below ten seconds, of a clock above.
struct TimeAxis {
    /// Seconds.
    let start: Double
    let duration: Double

    struct Tick: Hashable {
        var seconds: Double
        var text: String
    }

    init(start: Double, duration: Double) {
        self.start = start
        self.duration = max(duration, 1e-9)
    }

    /// 0 at the left end, 1 at the right one.
    func part(of seconds: Double) -> Double { (seconds - start) / duration }

    func ticks(atMost count: Int) -> [Tick] {
        let step = Step.all.first { duration / $0.seconds <= Double(max(1, count)) } ?? Step.all[Step.all.count - 1]
        let first = (start / step.seconds - 1e-6).rounded(.up),
            last = ((start + duration) / step.seconds + 1e-6).rounded(.down)
        guard first.magnitude < 1e12, last - first < 1000, last >= first else { return [] }
        return (Int64(first)...Int64(last)).map { number in
            Tick(seconds: Double(number) * step.seconds, text: text(number, step))
        }
    }

    /// A number of whole units, which are seconds or a power of ten below.
    private struct Step {
        let units: Int64
        /// Decimals of a second that a unit is.
        let decimals: Int

        var seconds: Double { Double(units) / Self.power(decimals) }

        static func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1.0) { power, _ in power * 10 } }

        static let all: [Step] =
            (1...7).reversed().flatMap { decimals in [1, 2, 5].map { Step(units: $0, decimals: decimals) } }
            + [
                1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18_000, 36_000, 86_400, 864_000,
                8_640_000,
            ]
            .map { Step(units: $0, decimals: 0) }
    }

    private func text(_ number: Int64, _ step: Step) -> String {
        let end = start + duration
        let units = number * step.units
        if end >= 60 {
            let unit = Int64(Step.power(step.decimals))
            let clock = NumberText.clock(units / unit)
            return step.decimals == 0 ? clock : "\(clock).\(String(String(unit + units % unit).dropFirst()))"
        }
        if units == 0 { return "0" }
        if end >= 1 { return "\(NumberText.fixed(Double(number) * step.seconds, step.decimals)) s" }
        return "\(NumberText.fixed(Double(number) * step.seconds * 1000, max(0, step.decimals - 3))) ms"
    }
}
