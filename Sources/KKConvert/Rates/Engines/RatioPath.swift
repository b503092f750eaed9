internal import KKPCM

/// Output frames per input frame, in the course of a stream.
enum RatioPath {
    case constant(RateRatio)
    /// At an output frame; asked at multiples of ``segment``, and straight between them.
    case varying((Int64) -> Double)

    static let segment = 64

    /// The ratio at output frame `frame`, a multiple of ``segment``.
    func ratio(at frame: Int64) throws(ConvertError) -> Double {
        switch self {
        case .constant(let ratio): return ratio.factor
        case .varying(let path):
            let ratio = path(frame)
            guard RateConverter.ratios.contains(ratio) else {
                throw ConvertError(
                    kind: .usage, problem: "a ratio of \(ratio)", place: "output frame \(frame)",
                    nextStep: "keep it between 1/256 and 256")
            }
            return ratio
        }
    }
}
