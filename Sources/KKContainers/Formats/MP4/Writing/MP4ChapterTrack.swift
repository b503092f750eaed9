internal import KKPCM

/// A track of texts whose samples are the chapters of a sound, which refers to it (`chap`): what QuickTime, iTunes and
/// FFmpeg read. ``MP4Chapters`` reads it.
///
/// Source: Apple, QuickTime File Format, "Chapter Lists", "Text Sample Description", "Text Sample Data".
struct MP4ChapterTrack {
    let id: UInt32
    /// The texts, in a `mdat` of their own, which goes when others take their place.
    let media: [UInt8]
    /// What `media` has before the texts.
    static let mediaHeaderByteCount: Int64 = 8

    private let byteCounts: [UInt32]
    /// In ticks of the sound's rate: where each begins, and where the last one ends.
    private let times: [Int64]
    private let timescale: UInt32
    private let movieTicks: Int64

    /// - Parameters:
    ///   - sampleRate: of the frames in which markers are.
    ///   - frameCount: of the sound, where the last chapter ends.
    ///   - movieTicks: a second of the movie's clock.
    /// - Returns: `nil` without markers.
    init?(
        _ markers: [AudioFileMarker], sampleRate: Double, frameCount: Int64, id: UInt32, movieTicks: Int64
    ) {
        let markers = markers.sorted { $0.framePosition < $1.framePosition }
        guard !markers.isEmpty, sampleRate >= 1 else { return nil }
        (self.id, self.movieTicks) = (id, movieTicks)
        timescale = UInt32(clamping: Int64(min(sampleRate, 0x1p32)))
        let starts = markers.map { Int64(min(max(0, $0.framePosition.rounded()), 0x1p52)) }
        times = starts + [max(frameCount, starts.last ?? 0)]
        var samples = HeaderBytes()
        byteCounts = markers.map { marker in
            let name = Array(marker.name.shortened(to: MP4Chapters.nameLimit).utf8)
            samples.big(UInt16(name.count))
            samples.append(name)
            // It is in UTF-8.
            samples.box("encd") { $0.big(0x100 as UInt32) }
            return UInt32(name.count + 14)
        }
        var box = HeaderBytes()
        box.box("mdat") { $0.append(samples.bytes) }
        media = box.bytes
    }

    /// `trak`.
    ///
    /// - Parameters:
    ///   - start: where the first text is going to be.
    ///   - isFar: whether that has 64 bits.
    func bytes(start: Int64, isFar: Bool = false) -> [UInt8] {
        let (first, end) = (times[0], times[times.count - 1])
        let isLong = end > Int64(UInt32.max) || movieTime(end) > Int64(UInt32.max)
        func time(_ ticks: Int64, _ box: inout HeaderBytes) {
            if isLong { box.big(ticks) } else { box.big(UInt32(truncatingIfNeeded: ticks)) }
        }
        var track = HeaderBytes()
        track.box("trak") { trak in
            // In the movie, and not enabled: nobody shows the texts beside the sound.
            trak.fullBox("tkhd", version: isLong ? 1 : 0, flags: 2) { box in
                box.zeros(isLong ? 16 : 8)
                box.big(id)
                box.zeros(4)
                time(movieTime(end), &box)
                box.zeros(16)
                box.unityMatrix()
                box.zeros(8)
            }
            if first > 0 {
                trak.box("edts") { edts in
                    edts.fullBox("elst", version: isLong ? 1 : 0) { box in
                        box.big(2 as UInt32)
                        for (length, place) in [(first, -1), (end - first, 0)] as [(Int64, Int64)] {
                            time(movieTime(length), &box)
                            time(place, &box)
                            box.big(0x1_0000 as UInt32)
                        }
                    }
                }
            }
            trak.box("mdia") { mdia in
                mdia.fullBox("mdhd", version: isLong ? 1 : 0) { box in
                    box.zeros(isLong ? 16 : 8)
                    box.big(timescale)
                    time(end - first, &box)
                    // No language is said.
                    box.big(0x55C4 as UInt16)
                    box.zeros(2)
                }
                mdia.fullBox("hdlr") { box in
                    box.zeros(4)
                    box.code("text")
                    box.zeros(13)
                }
                mdia.box("minf") { self.information(&$0, start: start, isFar: isFar) }
            }
        }
        return track.bytes
    }

    private func movieTime(_ ticks: Int64) -> Int64 {
        MP4Time.rescale(ticks, from: Int64(timescale), to: movieTicks) ?? 0
    }

    private func information(_ minf: inout HeaderBytes, start: Int64, isFar: Bool) {
        minf.box("gmhd") { gmhd in
            gmhd.fullBox("gmin") { box in
                // How pictures are drawn by default: dithered, with the color in the middle.
                for number: UInt16 in [0x40, 0x8000, 0x8000, 0x8000, 0, 0] { box.big(number) }
            }
            gmhd.box("text") { $0.unityMatrix() }
        }
        minf.ownFile()
        minf.box("stbl") { stbl in
            stbl.fullBox("stsd") { box in
                box.big(1 as UInt32)
                box.box("text") { entry in
                    entry.zeros(6)
                    entry.big(1 as UInt16)
                    // Centred; colors, the place in a picture and the font are those of whoever shows it.
                    entry.zeros(4)
                    entry.big(1 as UInt32)
                    entry.zeros(36)
                }
            }
            stbl.fullBox("stts") { box in
                box.big(UInt32(byteCounts.count))
                for (time, next) in zip(times, times.dropFirst()) {
                    box.big(1 as UInt32)
                    box.big(UInt32(clamping: next - time))
                }
            }
            stbl.fullBox("stsc") { box in
                for number in [1, 1, UInt32(byteCounts.count), 1] { box.big(number) }
            }
            stbl.fullBox("stsz") { box in
                box.big(0 as UInt32)
                box.big(UInt32(byteCounts.count))
                for count in byteCounts { box.big(count) }
            }
            stbl.fullBox(isFar ? "co64" : "stco") { box in
                box.big(1 as UInt32)
                if isFar { box.big(start) } else { box.big(UInt32(truncatingIfNeeded: start)) }
            }
        }
    }
}
