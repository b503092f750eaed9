internal import KKPCM

final class MPEGDecoder: FileDecoder {
    var properties: FileProperties { preconditionFailure() }
    var warnings: [FileWarning] { [] }
    init(source: ByteSource, range: Range<Int64>?) throws(AudioFileError) { throw source.unavailable("MPEG audio", in: .mpeg) }
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int { 0 }
    func seek(to frame: Int64) throws(AudioFileError) {}
}

final class SndfileDecoder: FileDecoder {
    var properties: FileProperties { preconditionFailure() }
    var warnings: [FileWarning] { [] }
    init(source: ByteSource, fileType: FileType) throws(AudioFileError) { throw source.unavailable("this codec", in: fileType) }
    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int { 0 }
    func seek(to frame: Int64) throws(AudioFileError) {}
}
