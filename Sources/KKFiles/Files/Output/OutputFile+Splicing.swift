internal import KKPCM

extension OutputFile {
    /// Puts bytes in the place of others of what was written. Only where the output is not a stream.
    ///
    /// - Parameter splices: in the order of their places, none over another.
    func apply(_ splices: [NoteSplice]) throws(AudioFileError) {
        for splice in splices where splice.growth == 0 && !splice.bytes.isEmpty {
            try patch(splice.bytes, at: splice.range.lowerBound)
        }
        for splice in splices.reversed() where splice.growth != 0 {
            try move(from: splice.range.upperBound, by: splice.growth)
            if !splice.bytes.isEmpty { try patch(splice.bytes, at: splice.range.lowerBound) }
        }
    }

    private static let piece: Int64 = 1 << 20

    /// Moves all bytes from a place on.
    private func move(from place: Int64, by distance: Int64) throws(AudioFileError) {
        let end = byteCount
        if distance > 0 {
            try append([UInt8](repeating: 0, count: Int(distance)))
            var rest = end
            while rest > place {
                let step = min(Self.piece, rest - place)
                rest -= step
                try patch(bytes(at: rest, count: Int(step)), at: rest + distance)
            }
        } else {
            var done = place
            while done < end {
                let step = min(Self.piece, end - done)
                try patch(bytes(at: done, count: Int(step)), at: done + distance)
                done += step
            }
            try truncate(to: end + distance)
        }
    }

    /// What was written so far, for who reads it by position.
    var written: ByteSource { ByteSource(WrittenBytes(file: self), name: name) }
}

/// The bytes of an output that are there already.
private struct WrittenBytes: ByteInput {
    let file: OutputFile

    var knownByteCount: Int64? { file.byteCount }
    var isPipe: Bool { false }

    func size() -> Int64 { file.byteCount }

    func read(_ target: UnsafeMutableRawBufferPointer, from offset: Int64) throws(AudioFileError) -> Int {
        let bytes = try file.bytes(at: offset, count: target.count)
        unsafe target.copyBytes(from: bytes)
        return bytes.count
    }
}
