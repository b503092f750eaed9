extension UnsafeMutablePointer where Pointee == Float {
    /// Silence, in memory that begins where a line of the processor's cache does. It allocates; what is to free it is
    /// `deallocate()` of an `UnsafeMutableRawPointer`.
    static func zeros(_ count: Int) -> UnsafeMutablePointer<Float> {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Float>.stride, alignment: 64)
        return unsafe memory.initializeMemory(as: Float.self, repeating: 0, count: count)
    }
}
