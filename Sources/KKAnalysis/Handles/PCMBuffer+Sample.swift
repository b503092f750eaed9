internal import KKPCM

extension PCMBuffer {
    /// One sample. For the few that are looked at alone.
    func sample(_ frame: Int, ofChannel channel: Int) -> Float {
        precondition(frame >= 0 && frame < frameCapacity, "a frame outside the buffer")
        return unsafe channelPointer(channel)[frame]
    }
}
