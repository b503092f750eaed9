internal import KKPCM

/// One element of Apple Lossless: a channel, or two that are coded as a mixture and a difference.
///
/// Its fields, in bits: the element's number (4), zeros (12), whether it has a length of its own (1), how many low
/// bytes of each sample lie apart (2), whether the samples are plain (1); the length (32). Plain samples follow as they
/// are. Else come the mixture's shift and weight (8 each), for each channel the predictor (mode 4, shift 4, rate 3,
/// order 5, weights of 16), the low bytes, and each channel's differences.
///
/// ## Allocation
/// In `init`.
struct ALACElement {
    private let configuration: ALACConfiguration
    private var first: [Int32]
    private var second: [Int32]
    /// The predictor of each channel, and the rate of its code.
    private var predictors = [ALACPredictor(), ALACPredictor()]
    private var rates: [UInt32] = [0, 0]
    private var frameCount = 0

    init(_ configuration: ALACConfiguration) {
        self.configuration = configuration
        first = [Int32](repeating: 0, count: configuration.frameLength)
        second = first
    }

    /// Reads an element of one or two channels after its type.
    ///
    /// - Returns: its frames.
    mutating func read(_ packet: Span<UInt8>, at cursor: inout BitCursor, isPair: Bool) throws(CodecError) -> Int {
        cursor.position += 4
        guard cursor.read(12, packet) == 0 else { throw ALACDecoder.error("an element's unused bits are not zero") }
        let hasLength = cursor.read(1, packet) == 1
        let lowBits = 8 * Int(cursor.read(2, packet))
        let isPlain = cursor.read(1, packet) == 1
        guard lowBits < 24 else { throw ALACDecoder.error("an element has three low bytes") }
        let stated = hasLength ? Int(cursor.read(32, packet)) : configuration.frameLength
        guard (1...configuration.frameLength).contains(stated) else {
            throw ALACDecoder.error(
                "an element states \(stated) frames; a packet has at most \(configuration.frameLength)")
        }
        frameCount = stated
        if isPlain {
            readPlain(packet, at: &cursor, isPair: isPair)
        } else {
            try readCoded(packet, at: &cursor, isPair: isPair, lowBits: lowBits)
        }
        guard cursor.position <= 8 * packet.count else { throw ALACDecoder.error("a packet ends within its samples") }
        return frameCount
    }

    /// Writes a channel of the element that was read to `place` of `buffer`; 1.0 is full scale.
    func write(to buffer: inout PCMBuffer, place: Int, at offset: Int, isSecond: Bool) {
        let source = isSecond ? second : first
        let unused = Int32(32 - configuration.bitDepth)
        buffer.withMutableChannel(place) { samples in
            for index in 0..<frameCount { samples[offset + index] = Float(source[index] &<< unused) * 0x1p-31 }
        }
    }

    private mutating func readPlain(_ packet: Span<UInt8>, at cursor: inout BitCursor, isPair: Bool) {
        for index in 0..<frameCount {
            first[index] = cursor.readSigned(configuration.bitDepth, packet)
            if isPair { second[index] = cursor.readSigned(configuration.bitDepth, packet) }
        }
    }

    private mutating func readCoded(
        _ packet: Span<UInt8>, at cursor: inout BitCursor, isPair: Bool, lowBits: Int
    ) throws(CodecError) {
        let width = configuration.bitDepth - lowBits + (isPair ? 1 : 0)
        guard (1...32).contains(width) else { throw ALACDecoder.error("an element's differences have \(width) bits") }
        let mixShift = Int32(cursor.read(8, packet))
        let mixWeight = cursor.readSigned(8, packet)
        for index in 0..<(isPair ? 2 : 1) { try readPredictor(index, packet, at: &cursor) }
        var low = cursor
        cursor.position += lowBits * frameCount * (isPair ? 2 : 1)
        try Self.readChannel(
            frameCount, width: width, entropy(0), &predictors[0], packet, at: &cursor, to: &first)
        if isPair {
            try Self.readChannel(frameCount, width: width, entropy(1), &predictors[1], packet, at: &cursor, to: &second)
            if mixWeight != 0 { unmix(shift: mixShift, weight: mixWeight) }
            try checkPair(width: width - 1)
        }
        guard lowBits > 0 else { return }
        for index in 0..<frameCount {
            first[index] = first[index] &<< Int32(lowBits) | Int32(bitPattern: low.read(lowBits, packet))
            if isPair {
                second[index] = second[index] &<< Int32(lowBits) | Int32(bitPattern: low.read(lowBits, packet))
            }
        }
    }

    /// - Throws: ``CodecError`` for weights without binary places: the predictor rounds by the bit below the last of
    ///   its sum, of which there is none then (Apple's decoder shifts by −1, FFmpeg's refuses the packet), so no
    ///   encoder writes it.
    private mutating func readPredictor(
        _ index: Int, _ packet: Span<UInt8>, at cursor: inout BitCursor
    ) throws(CodecError) {
        predictors[index].isTwofold = cursor.read(4, packet) != 0
        predictors[index].shift = Int(cursor.read(4, packet))
        rates[index] = configuration.historyMultiplier * cursor.read(3, packet) / 4
        let order = Int(cursor.read(5, packet))
        predictors[index].order = order
        let hasWeights = (1..<ALACPredictor.differenceOrder).contains(order)
        guard predictors[index].shift > 0 || !hasWeights else {
            throw ALACDecoder.error("a predictor's weights have no binary places")
        }
        for tap in 0..<order { predictors[index].weights[tap] = cursor.readSigned(16, packet) }
    }

    private func entropy(_ index: Int) -> ALACEntropy {
        ALACEntropy(
            rate: rates[index], start: configuration.initialHistory, maximumBits: configuration.maximumRemainderBits)
    }

    private static func readChannel(
        _ count: Int, width: Int, _ entropy: ALACEntropy, _ predictor: inout ALACPredictor, _ packet: Span<UInt8>,
        at cursor: inout BitCursor,
        to samples: inout [Int32]
    ) throws(CodecError) {
        var span = samples.mutableSpan
        guard entropy.decode(count, width: width, packet, at: &cursor, to: &span) else {
            throw ALACDecoder.error("a run of zeros exceeds the packet's end")
        }
        guard cursor.position <= 8 * packet.count else { throw ALACDecoder.error("a packet ends within its samples") }
        predictor.restore(count, width: width, &span)
    }

    /// A mixture and a difference have a bit more than what they are of; samples that need it are none that were
    /// encoded.
    private func checkPair(width: Int) throws(CodecError) {
        let unused = Int32(32 - width)
        var excess: Int32 = 0
        for index in 0..<frameCount {
            excess |= (first[index] &<< unused) >> unused ^ first[index]
            excess |= (second[index] &<< unused) >> unused ^ second[index]
        }
        guard excess == 0 else {
            throw ALACDecoder.error("a packet's samples do not fit in the stream's \(configuration.bitDepth) bits")
        }
    }

    /// Left and right of a mixture and the difference left − right.
    private mutating func unmix(shift: Int32, weight: Int32) {
        for index in 0..<frameCount {
            let difference = second[index]
            let left = first[index] &+ difference &- (weight &* difference) >> shift
            first[index] = left
            second[index] = left &- difference
        }
    }
}
