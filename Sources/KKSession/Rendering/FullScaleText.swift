internal import KKMath

/// A linear magnitude in decibels of full scale: `-6.0 dBFS`.
public func fullScaleText(_ amplitude: Double) -> String {
    "\(decimalText(Decibels(linear: amplitude).value, digits: 1)) dBFS"
}
