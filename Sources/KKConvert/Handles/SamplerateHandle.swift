internal import CSamplerate
internal import KKCodecs
internal import KKPCM

/// One converter of libsamplerate, owned and deleted by this value. The only place that calls the library.
@safe
struct SamplerateHandle: ~Copyable {
    private let state: OpaquePointer
    private let channelCount: Int

    init(quality: ResamplerQuality, channelCount: Int) throws(ConvertError) {
        if let trouble = SharedLibrary.libsamplerate.trouble {
            throw ConvertError(
                kind: .unavailable,
                problem: "\(Self.libraryName) cannot be loaded (\(trouble))",
                nextStep: "\(SharedLibrary.libsamplerate.remedy), or choose another converter")
        }
        let kind =
            switch quality {
            case .libsamplerateMedium: SRC_SINC_MEDIUM_QUALITY
            case .libsamplerateFastest: SRC_SINC_FASTEST
            default: SRC_SINC_BEST_QUALITY
            }
        var status: Int32 = 0
        guard let state = unsafe src_new(Int32(kind), Int32(clamping: channelCount), &status) else {
            throw ConvertError(
                kind: .unavailable,
                problem: "\(Self.libraryName) cannot convert \(channelCount) channels at once: \(Self.message(status))",
                nextStep: "reduce the number of channels before the rate is changed")
        }
        unsafe self.state = unsafe state
        self.channelCount = channelCount
    }

    deinit {
        _ = unsafe src_delete(state)
    }

    /// Back to the state after `init`.
    func reset() throws(ConvertError) {
        try check(unsafe src_reset(state))
    }

    /// Makes `ratio` the one to start from; without this the first `process` starts at its own.
    func set(_ ratio: Double) throws(ConvertError) {
        try check(unsafe src_set_ratio(state, ratio))
    }

    /// Converts interleaved frames: of `input`, those of `frames`; to the start of `output`, as many as fit, but at
    /// most `room`.
    ///
    /// - Parameter ratio: output frames per input frame, to which the ratio goes in a straight line that ends with the
    ///   last frame of `room`.
    /// - Returns: the frames taken and the frames made.
    func process(
        _ input: [Float], frames: Range<Int>, ratio: Double, to output: inout [Float], room: Int
    ) throws(ConvertError) -> (used: Int, made: Int) {
        precondition(
            frames.lowerBound >= 0 && frames.upperBound * channelCount <= input.count, "frames outside the input")
        var data = unsafe SRC_DATA()
        unsafe data.input_frames = frames.count
        unsafe data.output_frames = min(room, output.count / channelCount)
        unsafe data.src_ratio = ratio
        // The end of the input is never announced: the library would stop short of the promised length. Zeros follow
        // instead.
        unsafe data.end_of_input = 0
        let status = unsafe input.withUnsafeBufferPointer { input in
            unsafe output.withUnsafeMutableBufferPointer { output in
                unsafe data.data_in = input.baseAddress.map { unsafe $0 + frames.lowerBound * channelCount }
                unsafe data.data_out = output.baseAddress
                return unsafe src_process(state, &data)
            }
        }
        try check(status)
        return unsafe (data.input_frames_used, data.output_frames_gen)
    }

    private func check(_ status: Int32) throws(ConvertError) {
        guard status != 0 else { return }
        throw ConvertError(kind: .defect, problem: "\(Self.libraryName) failed: \(Self.message(status))")
    }

    private static let libraryName = "libsamplerate"

    /// The library's own words.
    private static func message(_ status: Int32) -> String {
        unsafe src_strerror(status).map { unsafe String(cString: $0) } ?? "error \(status)"
    }
}
