internal import KKAudio
internal import Synchronization

/// The factory presets of each kind of unit as C has them: an array of pointers to structures, which are never freed.
final class PresetMemory: @unchecked Sendable {
    static let shared = PresetMemory()

    private let lock = Mutex(())
    private var presets: [ComponentDescription: UnsafeMutableBufferPointer<AUPreset>] = [:]

    /// A `CFArray`, which the client releases.
    func array(of unit: KKUnits.AudioUnit, _ own: [FactoryPreset]) throws -> PropertyBytes {
        if own.isEmpty { throw Status(kAudioUnitErr_InvalidProperty) }
        let memory = lock.withLock { _ in
            if let known = presets[unit.component] { return known }
            let made = UnsafeMutableBufferPointer<AUPreset>.allocate(capacity: own.count)
            for (index, preset) in own.enumerated() {
                made.initializeElement(
                    at: index, to: AUPreset(presetNumber: preset.number, presetName: preset.name.retained))
            }
            presets[unit.component] = made
            return made
        }
        var pointers = memory.indices.map { index in
            memory.baseAddress.map { UnsafeRawPointer($0 + index) }
        }
        let array = try KKArrayOfPointers(&pointers, pointers.count).orThrow(kAudio_MemFullError)
        return PropertyBytes(object: Unmanaged<AnyObject>.fromOpaque(array).takeRetainedValue())
    }
}
