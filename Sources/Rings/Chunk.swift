import Glibc

/// A piece of memory taken from the system and given back to it, past the allocator, which would keep it.
///
/// Unchecked: a time-shift buffer's lock protects it; only when no other has it any more it is freed outside.
@safe final class Chunk: @unchecked Sendable {
    /// Bytes in a chunk, a multiple of the page's size.
    static let size = 1 << 18

    private let bytes: UnsafeMutableRawBufferPointer

    /// Takes memory; its pages become resident when they are written.
    init() {
        let memory = unsafe mmap(nil, Self.size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            preconditionFailure("the system gives no memory")
        }
        unsafe bytes = UnsafeMutableRawBufferPointer(start: memory, count: Self.size)
    }

    deinit {
        unsafe munmap(bytes.baseAddress, bytes.count)
    }

    /// Copies `piece` to where `start` is; it must fit.
    func write(_ piece: RawSpan, at start: Int) {
        // Safe: slicing checks that the piece lies within the chunk, and both pointers are used within the call.
        unsafe piece.withUnsafeBytes { source in
            let place = unsafe bytes[start..<start + source.count]
            unsafe UnsafeMutableRawBufferPointer(rebasing: place).copyMemory(from: source)
        }
    }

    /// Fills `destination` with what begins at `start`; so much must be there.
    func read(at start: Int, into destination: UnsafeMutableRawBufferPointer) {
        // Safe: slicing checks that what is read lies within the chunk.
        let place = unsafe bytes[start..<start + destination.count]
        unsafe destination.copyMemory(from: UnsafeRawBufferPointer(rebasing: place))
    }
}
