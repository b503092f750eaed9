package import KKAudio

extension ChannelLayout {
    /// The layout that lies in memory, of which `byteCount` bytes are there.
    ///
    /// - Throws: `wrongSize` for less than it says it has, `unknown` for a tag that names no order.
    init(_ memory: UnsafeRawPointer, byteCount: Int, wrongSize: OSStatus, unknown: OSStatus) throws {
        let header = 12
        guard byteCount >= header else { throw Status(wrongSize) }
        let tag = memory.loadUnaligned(as: UInt32.self)
        switch tag {
        case kAudioChannelLayoutTag_UseChannelDescriptions:
            let count = Int(memory.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
            guard count <= 1024, count * 20 <= byteCount - header else { throw Status(wrongSize) }
            self.init(
                (0..<count).map {
                    ChannelLabel(rawValue: memory.loadUnaligned(fromByteOffset: header + $0 * 20, as: UInt32.self))
                })
        case kAudioChannelLayoutTag_UseChannelBitmap:
            self.init(bitmap: memory.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        default:
            // What no bus can have is not worked with: a matrix of such layouts would fill the memory.
            if tag & 0xFFFF > 1024 { throw Status(unknown) }
            self = try ChannelLayout(tag: tag).orThrow(unknown)
        }
    }

    /// The layout as its tag, where there is one for it, and as a list of descriptions otherwise.
    var bytes: PropertyBytes {
        guard let tag else { return described }
        return PropertyBytes([tag, 0, 0, 0, 0, 0, 0, 0])
    }

    /// The layout as a list of descriptions.
    var described: PropertyBytes {
        var bytes = PropertyBytes([kAudioChannelLayoutTag_UseChannelDescriptions, 0, UInt32(labels.count)])
        for label in labels { bytes.append([label.rawValue, 0, 0, 0, 0]) }
        // The structure has room for a description, also where there is none.
        if labels.isEmpty { bytes.append([0, 0, 0, 0, 0] as [UInt32]) }
        return bytes
    }
}

extension ChannelLayout {
    /// The layout that is all of some bytes.
    package init(structureBytes bytes: [UInt8]) throws {
        self = try bytes.withUnsafeBytes {
            try ChannelLayout(
                $0.baseAddress.orThrow(), byteCount: $0.count, wrongSize: kAudio_ParamError, unknown: kAudio_ParamError)
        }
    }

    /// The layout as the bytes of its structure, as a list of descriptions.
    package var structureBytes: [UInt8] { described.bytes }
}
