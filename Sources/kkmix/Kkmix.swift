import ArgumentParser
import KKAudio
@main struct Kkmix: ParsableCommand { func run() { print(StreamDescription.canonical(sampleRate: 44100, channels: 2)) } }
