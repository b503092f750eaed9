/// Room before the audio, and the chunks that are laid into it when the file is completed.
package struct ChunkRoom {
    /// The bytes of each place, in their order.
    private(set) var places: [Int]

    package var byteCount: Int { places.reduce(0, +) }

    package init(_ places: [Int]) {
        self.places = places
    }

    /// Lays chunks into the room: each into the place that was made for its like, then into what is free.
    ///
    /// - Returns: the bytes of the room, and the chunks for which there is none.
    package func laying(_ chunks: [StoredChunk], _ family: ChunkFamily) -> (bytes: [UInt8], rest: [StoredChunk]) {
        var taken = [StoredChunk?](repeating: nil, count: places.count)
        var rest: [StoredChunk] = []
        for chunk in chunks {
            let size = family.byteCount(chunk)
            let place = places.indices.first { index in
                guard taken[index] == nil else { return false }
                let left = places[index] - size
                return left == 0 || left >= family.headerByteCount
            }
            if let place { taken[place] = chunk } else { rest.append(chunk) }
        }
        var bytes: [UInt8] = []
        for (place, chunk) in zip(places, taken) {
            let whole = chunk.map(family.bytes) ?? []
            bytes += whole
            if whole.count < place { bytes += family.filler(place - whole.count) }
        }
        return (bytes, rest)
    }
}
