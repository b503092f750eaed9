/// A value on its way to a target: what is left of the way becomes less by the same part with every frame.
///
/// What is left is what is kept, and not the value: one product is all that a frame must wait for.
struct Approach {
    /// What is nearer than this has arrived.
    static let nearest = 0x1p-24

    private(set) var target = 0.0
    /// The value minus the target.
    var rest = 0.0
    /// What is left of the rest after a frame.
    private(set) var part = 0.0

    var value: Double { target + rest }

    /// Goes on from here to another target.
    ///
    /// - Parameters:
    ///   - rising: what is left of the rest after a frame, where the value grows.
    ///   - falling: where it becomes less.
    mutating func aim(at target: Double, rising: Double, falling: Double) {
        rest = value - target
        self.target = target
        part = rest < 0 ? rising : falling
    }

    /// What is near enough has arrived.
    mutating func stop() { if rest.magnitude < Self.nearest { rest = 0 } }
}
