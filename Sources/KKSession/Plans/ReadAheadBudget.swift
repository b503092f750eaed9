package import KKFiles
package import KKPCM

/// How much of each track workers read ahead of whoever reads: four blocks of up to 8,192 frames as long as all of them stay in a processor's
/// cache, 2,048 for more tracks, shorter ones for each of many, so that hundreds fit in the same memory.
package struct ReadAheadBudget {
    /// Frames in a block, and blocks.
    package let length: Int
    package let count = 4

    /// Frames of all files together above which threads are worth their start.
    package static let threadedFrameCount: Int64 = 200_000
    /// What decoded pieces of MPEG audio may take in all files together, in bytes.
    package static let pieceByteCount = 24 << 20

    /// What the blocks of all tracks may take together, in bytes; and what they may take where longer blocks only save
    /// turns.
    private static let byteCount = 8 << 20
    private static let cachedByteCount = 1 << 20

    /// The fewest frames of all blocks of a track.
    package static let smallest = 4 * 256

    package init(trackCount: Int, channelCount: Int) {
        let frameBytes = max(1, trackCount) * max(1, channelCount) * MemoryLayout<Float>.size * count
        length = max(256, min(2_048, Self.byteCount / frameBytes), min(8_192, Self.cachedByteCount / frameBytes))
    }
}

extension AudioFileReader {
    /// Has workers work ahead of whoever reads `source`, which is this file or a part of it, from its start to its end.
    ///
    /// - Parameter byteCount: what decoded pieces may take; what is not decoded in pieces is read ahead in four blocks.
    /// - Returns: what to read in place of `source`.
    package func readAhead(
        of source: any FrameSource, on workers: IOWorkers?, byteCount: Int, frameLimit: Int64 = .max
    ) throws -> any FrameSource {
        guard let workers, try !decodeAhead(on: workers, byteCount: byteCount) else { return source }
        return ReadAheadSource(source, workers: workers, blockLength: 8_192, blockCount: 4, frameLimit: frameLimit)
    }
}
