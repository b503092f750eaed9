internal import KKMath

/// The low-pass filter of a rate conversion as a function of continuous time: sin(x)/x under a Kaiser window, sampled
/// row by row.
struct KaiserSinc {
    /// Input frames that the filter reaches back and ahead of the place of an output frame.
    let reach: Double
    private let quarterBetaSquared: Double
    /// sin(j·step) and cos(j·step) for the frames of a row, and half a turn of the sinc in input frames.
    private let step: Double
    private let sines: [Double]
    private let cosines: [Double]
    /// Frames of a row on either side of the place between its two middle ones.
    let halfCount: Int

    /// - Parameter slowdown: input frames that a frame of the lower rate takes, at least 1.
    init(_ design: ResamplerQuality.Design, slowdown: Double) {
        reach = design.halfLength * slowdown
        quarterBetaSquared = 0.25 * design.beta * design.beta
        halfCount = Int(reach) + 2
        let step = Double.pi * design.cutoff / slowdown
        self.step = step
        let places = (0..<2 * halfCount).map { [halfCount] in Double($0 - (halfCount - 1)) * step }
        sines = places.map(PortableMath.sin)
        cosines = places.map(PortableMath.cos)
    }

    /// The weights of 2 · ``halfCount`` input frames for an output frame that lies `fraction` of a frame after the one
    /// in the middle, number `halfCount − 1`. Their sum is 1, so that a constant keeps its level.
    func row(fraction: Double) -> [Double] {
        let (shiftSine, shiftCosine) = (PortableMath.sin(fraction * step), PortableMath.cos(fraction * step))
        var row = [Double](repeating: 0, count: 2 * halfCount)
        var sum = 0.0
        for index in row.indices {
            let time = Double(index - (halfCount - 1)) - fraction
            let ratio = time / reach
            let inside = 1 - ratio * ratio
            guard inside >= 0 else { continue }
            // sin(a − b) = sin a · cos b − cos a · sin b
            let sinc = time == 0 ? 1 : (sines[index] * shiftCosine - cosines[index] * shiftSine) / (time * step)
            row[index] = sinc * PortableMath.besselI0(quarterSquare: quarterBetaSquared * inside)
            sum += row[index]
        }
        let scale = 1 / sum
        for index in row.indices { row[index] *= scale }
        return row
    }
}
