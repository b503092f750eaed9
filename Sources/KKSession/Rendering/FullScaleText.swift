internal import KKMath

/// A magnitude of full scale in decibels: `-6.0 dBFS`.
public func fullScaleText(_ amplitude: Double) -> String {
    "\(decimalText(Decibels(linear: amplitude).value, digits: 1)) dBFS"
}
