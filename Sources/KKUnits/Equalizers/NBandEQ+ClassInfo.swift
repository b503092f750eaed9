extension NBandEQ {
    /// A record of fewer bands than an initialized unit has leaves no doubt how it sounds; for one of more there is no
    /// place.
    func checkBandCount(_ count: Int) throws(AudioUnitError) {
        if (1...bandCount).contains(count) { return }
        try requireUninitialized(
            "the settings are of \(count) bands, and the number of bands cannot be changed from \(bandCount)",
            place: name)
    }

    /// Has as many bands, or bypasses those that are over.
    func takeBandCount(_ count: Int) throws(AudioUnitError) {
        if count == bandCount { return }
        if !isInitialized { return try setBandCount(count) }
        for index in count..<bandCount { try setParameter(Parameter.bypassBand + index, 1) }
    }
}
