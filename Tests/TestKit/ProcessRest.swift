import Glibc

/// Tells when nothing happens in this process any more: every thread but the asking one sleeps, and none has run since.
///
/// Belongs to one thread. What waits for something from outside (a socket, the system's clock) counts as asleep, and a
/// test that relies on this has the process to itself.
final class ProcessRest {
    private let own = ProcessRest.ownID()
    private var threads: [Int: ThreadLook] = [:]

    /// Waits until nothing happens.
    func wait() {
        repeat {
            refresh()
            for (id, thread) in threads {
                while thread.isAsleep == false { usleep(30) }
                if thread.isAsleep == nil { threads[id] = nil }
            }
        } while !isReached()
    }

    /// Whether nothing happened between looks at all threads.
    ///
    /// A thread that was woken behind its first look, by one that fell asleep before its own, is awake in the second look
    /// or has run by then. Therefore the runs are read first in the first look and last in the later ones. The third is
    /// for a thread that was just about to fall asleep in the first, was woken, and so went on without a new run.
    private func isReached() -> Bool {
        var before: [Int?] = []
        for thread in threads.values {
            before.append(thread.runs)
            guard thread.isAsleep == true else { return false }
        }
        let ids = Self.ids()
        guard ids.count == threads.count + 1, ids.allSatisfy({ $0 == own || threads[$0] != nil }) else { return false }
        return isUnchanged(since: before) && isUnchanged(since: before)
    }

    private func isUnchanged(since runs: [Int?]) -> Bool {
        zip(threads.values, runs).allSatisfy { thread, runs in thread.isAsleep == true && thread.runs == runs }
    }

    /// Looks who is there.
    private func refresh() {
        for id in Self.ids() where id != own && threads[id] == nil { threads[id] = ThreadLook(id) }
    }

    /// The number of the asking thread: the end of what a link of the kernel's leads to.
    private static func ownID() -> Int {
        let path = unsafe [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            // Safe: within the buffer.
            count = unsafe max(0, readlink("/proc/thread-self", base, buffer.count))
        }
        return path.split(separator: UInt8(ascii: "/")).last.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    }

    private static func ids() -> [Int] {
        guard let folder = unsafe opendir("/proc/self/task") else { return [] }
        defer { unsafe closedir(folder) }
        var ids: [Int] = []
        while let entry = unsafe readdir(folder) {
            // Safe: the kernel ends the name with a zero.
            let id = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
                unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe atoi($0) }
            }
            if id > 0 { ids.append(Int(id)) }
        }
        return ids
    }
}
