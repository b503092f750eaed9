internal import KKPCM

/// Codecs without a decoder of packets: samples, which are converted as integers are, and what a library decodes with
/// the file around it.
extension AudioCodec {
    static let uLaw = AudioCodec(.uLaw, "ulaw", name: "µ-law", framesPerPacket: 1, bytesPerChannel: 1)
    static let aLaw = AudioCodec(.aLaw, "alaw", name: "A-law", framesPerPacket: 1, bytesPerChannel: 1)
    static let wavPack = AudioCodec(.wavPack, "wavpack", name: "WavPack")
    static let microsoftADPCM = AudioCodec(.microsoftADPCM, "ms-adpcm", name: "Microsoft ADPCM")
    static let dviIMAADPCM = AudioCodec(.dviIMAADPCM, "ima-adpcm", name: "IMA ADPCM")
    static let microsoftGSM = AudioCodec(
        .microsoftGSM, "gsm", name: "GSM 06.10", framesPerPacket: 320, bytesPerChannel: 65)
    static let microsoftG721 = AudioCodec(.microsoftG721, "g721", name: "G.721 ADPCM")
    static let microsoftG723 = AudioCodec(.microsoftG723, "g723", name: "G.723 ADPCM")
    static let microsoftNMS = AudioCodec(.microsoftNMS, "nms-adpcm", name: "NMS ADPCM")
    static let dwvw = AudioCodec("DWVW", "dwvw", name: "DWVW")
}
