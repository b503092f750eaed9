// Two files mixed without a graph, written as a Core Audio programmer writes it: components are found by description,
// the mixer is connected with the output unit, and a delegate supplies the samples of each of the mixer's buses.
//
//   swift run hosted-mixer A.wav B.wav OUT.wav
import KKAudio

let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3 else { leave("usage: hosted-mixer A.wav B.wav OUT.wav", status: 64) }

func run(inputs: [String], output: String) throws {
    let delegate = FileSupplier(try inputs.map { try AudioFileReader(path: $0) })
    let host = try MixerHost(busCount: inputs.count, delegate: delegate)
    let writer = try AudioFileWriter(
        path: output, format: OutputFormat(container: .wav, encoding: .s24),
        layout: .standard(host.format.channelCount),
        sampleRate: host.format.sampleRate)
    var slice = PCMBuffer(channelCount: host.format.channelCount, frameCapacity: host.sliceLength)
    while writer.framesWritten < delegate.frameCount {
        try host.render(Int(min(Int64(host.sliceLength), delegate.frameCount - writer.framesWritten)), into: &slice)
        try writer.write(slice)
    }
    try writer.finalize()
}

do {
    try run(inputs: [words[0], words[1]], output: words[2])
} catch {
    leave("hosted-mixer: \(error)", status: 65)
}
