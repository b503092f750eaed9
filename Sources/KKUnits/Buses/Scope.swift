/// The part of a unit that a property or parameter belongs to. Every scope has numbered elements; an element of the
/// input or output scope is a bus.
///
/// Source: `kAudioUnitScope_…` of AudioUnitProperties.h.
public enum Scope: UInt32, Sendable, Codable, CaseIterable {
    case global = 0
    case input = 1
    case output = 2
}
