// convert INPUT OUTPUT RATE: a file at another rate, as 16-bit integers, with AVAudioConverter.
#if canImport(AVFAudio)
import AVFAudio
#else
import AVFAudioCompat
#endif

enum ConversionError: Error {
    case noSuchFormat
    case noSuchConversion
}

func convertFile(_ arguments: [String]) throws {
    let input = try AVAudioFile(forReading: URL(fileURLWithPath: arguments[0]))
    let inputFormat = input.processingFormat
    guard
        let outputFormat = AVAudioFormat(
            commonFormat: .pcmFormatInt16, sampleRate: Double(arguments[2]) ?? 44100,
            channels: inputFormat.channelCount, interleaved: true)
    else { throw ConversionError.noSuchFormat }
    guard let converter = AVAudioConverter(from: inputFormat, to: outputFormat) else {
        throw ConversionError.noSuchConversion
    }
    converter.sampleRateConverterAlgorithm = AVSampleRateConverterAlgorithm_Mastering
    converter.sampleRateConverterQuality = AVAudioQuality.max.rawValue

    let output = try AVAudioFile(
        forWriting: URL(fileURLWithPath: arguments[1]), settings: outputFormat.settings, commonFormat: .pcmFormatInt16,
        interleaved: true)
    let readBuffer = AVAudioPCMBuffer(pcmFormat: inputFormat, frameCapacity: 4096)!
    let outputBuffer = AVAudioPCMBuffer(pcmFormat: outputFormat, frameCapacity: 4096)!

    let inputBlock: AVAudioConverterInputBlock = { inNumPackets, outStatus in
        guard input.framePosition < input.length else {
            outStatus.pointee = .endOfStream
            return nil
        }
        do {
            try input.read(into: readBuffer, frameCount: min(inNumPackets, readBuffer.frameCapacity))
            outStatus.pointee = .haveData
            return readBuffer
        } catch {
            outStatus.pointee = .endOfStream
            return nil
        }
    }

    while true {
        var error: NSError?
        let status = converter.convert(to: outputBuffer, error: &error, withInputFrom: inputBlock)
        if status == .error { throw error! }
        if outputBuffer.frameLength > 0 { try output.write(from: outputBuffer) }
        if status == .endOfStream { break }
    }
    print("\(input.length) frames became \(output.length)")
}
