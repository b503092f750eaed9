public import KKConvert
internal import KKPCM

extension AudioQueue {
    /// The magic cookie of a queue of packets (`'aqmc'`); the default is empty.
    public var magicCookie: [UInt8] { packetFeed?.converter.magicCookie ?? [] }

    /// Sets the cookie, before the first packets are enqueued.
    ///
    /// - Throws: `invalidProperty` for a queue of samples; `invalidRunState` while packets are enqueued or have been
    ///   since the last stop, reset or flush; `invalidPropertyValue` for a cookie that the decoder refuses; the old one
    ///   then stays.
    ///
    /// ## Allocation
    /// A new decoder.
    public func setMagicCookie(_ cookie: [UInt8]) throws(AudioQueueError) {
        try checkUsable("'aqmc'")
        guard let packetFeed else {
            throw AudioQueueError(
                .invalidProperty, place: "'aqmc'", "the buffers hold samples, which need no cookie",
                nextStep: "leave it out")
        }
        guard !packetFeed.isBegun else {
            throw AudioQueueError(
                .invalidRunState, place: "'aqmc'", "packets have been decoded without it",
                nextStep: "set it before the first buffer is enqueued")
        }
        do {
            try packetFeed.converter.setMagicCookie(cookie)
        } catch {
            throw AudioQueueError(.invalidPropertyValue, error, place: "'aqmc'")
        }
        if !hasOwnLayout { try adoptLayout() }
    }

    /// The last packet that could not be decoded, with its number since the last start, reset or flush (`'qcve'`).
    public var converterError: AudioConverterError? { packetFeed?.error }

    /// How many packets could not be decoded since the queue was made.
    public var damagedPacketCount: Int64 { packetFeed?.damagedPacketCount ?? 0 }

    /// Whether a buffer with a damaged packet is refused, as `invalidBuffer`. Otherwise the packet's frames are silent,
    /// or left out if neither its description nor the format states their number.
    public var isStrict: Bool {
        get { packetFeed?.isStrict ?? false }
        set { packetFeed?.isStrict = newValue }
    }

    /// Takes the decoder's layout for the queue's own.
    func adoptLayout() throws(AudioQueueError) {
        guard let new = packetFeed?.layout, new != layout, new.channelCount == streamDescription.channelCount else {
            return
        }
        layout = new
        try rebuild(output?.description, renderLayout, place: "'aqmc'")
    }
}
