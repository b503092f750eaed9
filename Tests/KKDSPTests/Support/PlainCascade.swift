import KKDSP

/// The cascade written down as its definition says, section by section and sample by sample.
struct PlainCascade {
    var sections: [BiquadCoefficients]
    var state: [[Double]]
    var count = 0

    init(_ sections: [BiquadCoefficients]) {
        self.sections = sections
        state = Array(repeating: [0, 0, 0, 0], count: sections.count)
    }

    mutating func process(_ sample: Float) -> Float {
        var x = Double(sample)
        for index in sections.indices {
            let (t, h) = (sections[index], state[index])
            var y = x
            if t != .identity {
                y = t.b1 * h[0] + t.b2 * h[1]
                y -= t.a2 * h[3]
                y += t.b0 * x
                y -= t.a1 * h[2]
            }
            state[index] = [x, h[0], y, h[2]]
            x = y
        }
        count += 1
        if count % 256 == 0 { state = state.map { $0.map { $0.magnitude < 1e-30 ? 0 : $0 } } }
        return Float(x)
    }
}
