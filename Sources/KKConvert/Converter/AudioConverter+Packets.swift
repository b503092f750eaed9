internal import KKCodecs
public import KKPCM

extension AudioConverter {
    /// Whether the input is packets of a codec, not samples.
    public var decodesPackets: Bool { decoding != nil }

    /// The magic cookie of the input (`'dmgc'`): the setup of FLAC, Vorbis, Opus and ALAC, which is not in their
    /// packets. Empty for formats without one.
    public var magicCookie: [UInt8] { decoding?.cookie ?? [] }

    /// Sets the cookie, before the first packet. The converter starts again, as after ``reset()``.
    ///
    /// - Throws: `'prop'` for an input of samples, `'fmt?'` for a cookie that the decoder refuses; the old one then
    ///   stays.
    ///
    /// ## Allocation
    /// A new decoder.
    public func setMagicCookie(_ cookie: [UInt8]) throws(AudioConverterError) {
        try checkIdle("'dmgc'")
        let stage = try stage("'dmgc'")
        let old = stage.cookie
        stage.cookie = cookie
        stage.forgetDecoder()
        do {
            try stage.prepare()
            lane = try Self.lane(effectiveSettings, (workDescription, inputFormat), sink)
        } catch {
            stage.cookie = old
            stage.forgetDecoder()
            throw error
        }
        reset()
    }

    /// Which frames of the stream are the sound: `kAudioFilePropertyPacketTableInfo` of the packets' file. The default
    /// is `nil`.
    public var packetTable: PacketTableInfo? {
        guard let trims = decoding?.trims, let valid = trims.valid else { return nil }
        return PacketTableInfo(validFrames: valid, primingFrames: trims.leading, remainderFrames: trims.remainder)
    }

    /// Cuts the stream to the table's valid frames: the priming is dropped, and the stream ends after the valid frames;
    /// no more packets are requested. `nil` keeps all frames of the packets. The table and ``primeInfo`` replace each
    /// other. The converter starts again, as after ``reset()``.
    ///
    /// A table that cuts nothing is also accepted for an input of samples, because files of samples have one; it
    /// changes nothing.
    ///
    /// - Throws: `'prop'` for any other table with an input of samples, −50 for negative numbers.
    public func setPacketTable(_ table: PacketTableInfo?) throws(AudioConverterError) {
        if decoding == nil, let table, table.primingFrames == 0, table.remainderFrames == 0, table.validFrames >= 0 {
            return
        }
        let stage = try stage("packet table")
        guard let table else { return try setTrims(PacketTrims(), of: stage) }
        guard table.validFrames >= 0, table.primingFrames >= 0, table.remainderFrames >= 0 else {
            throw AudioConverterError(
                .parameter, place: "packet table",
                "\(table.primingFrames), \(table.validFrames) and \(table.remainderFrames) are not numbers of frames",
                nextStep: "give 0 or more")
        }
        var trims = PacketTrims()
        trims.leading = table.primingFrames
        trims.valid = table.validFrames
        trims.remainder = table.remainderFrames
        try setTrims(trims, of: stage)
    }

    /// Cuts frames off both ends of the stream, whose length is not known: the last frames are held back until more
    /// have come (`'prim'`).
    ///
    /// Nothing to be cut off is so of samples, too, as with a table.
    func setPrimeInfo(_ info: PrimeInfo) throws(AudioConverterError) {
        if decoding == nil, encoding == nil, info == PrimeInfo(leadingFrames: 0, trailingFrames: 0) { return }
        let stage = try stage("'prim'")
        guard info.leadingFrames >= 0, (0...PacketTrims.trailingLimit).contains(info.trailingFrames) else {
            throw AudioConverterError(
                .parameter, place: "'prim'",
                "\(info.leadingFrames) and \(info.trailingFrames) frames cannot be cut off",
                nextStep:
                    "choose 0 or more, and at most \(PacketTrims.trailingLimit) at the end, or set a packet table")
        }
        var trims = PacketTrims()
        trims.leading = Int64(info.leadingFrames)
        trims.trailing = info.trailingFrames
        try setTrims(trims, of: stage)
    }

    /// Whether a damaged packet stops the conversion, with `'what'` and the packet's number. Otherwise, and if you
    /// continue after the error, silence takes the place of the packet; see ``damage``.
    public var isStrict: Bool {
        get { decoding?.isStrict ?? false }
        set { decoding?.isStrict = newValue }
    }

    /// The packets that could not be decoded since `init` or ``reset()``.
    public var damage: PacketDamage { decoding?.damage ?? PacketDamage() }

    /// The largest packet of the input, in bytes (`'xips'`): exact if all have the same size, otherwise an upper bound.
    public var maximumInputPacketSize: Int { decoding?.maximumPacketSize ?? Int(inputDescription.bytesPerPacket) }

    private func setTrims(_ trims: PacketTrims, of stage: DecodingStage) throws(AudioConverterError) {
        try checkIdle("packet table")
        stage.trims = trims
        stage.fit()
        reset()
    }

    private func stage(_ place: String) throws(AudioConverterError) -> DecodingStage {
        guard let decoding else {
            throw AudioConverterError(
                .propertyNotSupported, place: place, "the input does not consist of codec packets",
                nextStep: "leave it out: samples have no priming")
        }
        return decoding
    }

    /// Makes the decoder where it has not been made with the converter.
    func prepareDecoder() throws(AudioConverterError) {
        guard let decoding, decoding.decoder == nil else { return }
        try decoding.prepare()
        lane = try Self.lane(effectiveSettings, (workDescription, inputFormat), sink)
    }

    /// What the lane gets.
    var workDescription: StreamDescription { decoding?.canonical ?? inputDescription }

    var effectiveSettings: Settings { Self.effective(settings, decoding, encoding) }

    /// The settings, and a decoder's own layout where none is set; an encoder is given the channels in its order.
    static func effective(_ settings: Settings, _ decoding: DecodingStage?, _ encoding: EncodingStage?) -> Settings {
        var settings = settings
        settings.inputLayout = settings.inputLayout ?? decoding?.decoder?.layout
        settings.outputLayout = encoding?.encoder.layout ?? settings.outputLayout
        return settings
    }

    /// Whether the packets that the callback gave lie in its buffer, and how.
    func checkPackets(
        _ list: AudioBufferList, _ descriptions: [PacketDescription], _ packetCount: Int
    ) throws(AudioConverterError) {
        guard list.buffers.count == 1, (0...list[0].bytes.count).contains(list[0].byteCount) else {
            throw AudioConverterError(
                .invalidInputSize, place: "input",
                "packets in \(list.buffers.count) buffers, or fewer bytes than announced",
                nextStep: "give one buffer, and set byteCount to the size of the packets")
        }
        let byteCount = list[0].byteCount
        guard !descriptions.isEmpty else {
            let size = Int(inputDescription.bytesPerPacket)
            guard size > 0 else {
                throw AudioConverterError(
                    .requiresPacketDescriptions, place: "input",
                    "packets of \(inputDescription.formatID) without descriptions",
                    nextStep: "give the position of each packet")
            }
            if packetCount <= byteCount / size { return }
            throw AudioConverterError(
                .invalidInputSize, place: "input", "\(byteCount) bytes are not \(packetCount) packets of \(size) bytes",
                nextStep: "give whole packets, and set byteCount to their size")
        }
        guard packetCount <= descriptions.count else {
            throw AudioConverterError(
                .requiresPacketDescriptions, place: "input",
                "\(descriptions.count) descriptions of \(packetCount) packets",
                nextStep: "give one for each packet")
        }
        for (index, packet) in descriptions[..<packetCount].enumerated() {
            if packet.startOffset >= 0, packet.startOffset <= Int64(byteCount), packet.byteCount >= 0,
                packet.variableFrames >= 0,
                packet.byteCount <= byteCount - Int(packet.startOffset)
            {
                continue
            }
            throw AudioConverterError(
                .invalidInputSize, place: "input",
                "packet \(index), \(packet.byteCount) bytes from byte \(packet.startOffset), is not within the \(byteCount) bytes",
                nextStep: "give the packets' positions in the buffer")
        }
    }
}
