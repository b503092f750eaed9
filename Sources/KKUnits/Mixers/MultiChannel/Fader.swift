/// A parameter as it is frame by frame.
struct Fader {
    let constant: Float
    let ramp: ParameterRamp?

    init(_ element: Element, _ place: Int) {
        constant = element.values[place]
        ramp = element.ramps[place]
    }

    /// - Parameter frame: of the stretch that is being rendered.
    func value(at frame: Int) -> Float { ramp.map { Float($0.value(at: frame)) } ?? constant }
}

/// The product of one or two volumes, frame by frame.
struct MatrixGain {
    private let first: Fader
    private let second: Fader?
    /// Whether one of them is not enabled.
    private let isOff: Bool

    init(_ first: Element, _ second: Element? = nil) {
        self.first = Fader(first, 0)
        self.second = second.map { Fader($0, 0) }
        isOff = first.values[1] == 0 || second?.values[1] == 0
    }

    /// `nil` while one of them ramps.
    var constant: Float? {
        if isOff { return 0 }
        return first.ramp == nil && second?.ramp == nil ? value(at: 0) : nil
    }

    /// A volume that stands at 0; the product of two others may be too small for a Float, and then is no such thing.
    var isZero: Bool {
        isOff || (first.ramp == nil && first.constant == 0) || (second?.ramp == nil && second?.constant == 0)
    }

    func value(at frame: Int) -> Float {
        if isOff { return 0 }
        return first.value(at: frame) * (second?.value(at: frame) ?? 1)
    }
}
