internal import LayoutCSQLiteShim

/// SQLite's count of the memory that a process has it use.
package enum MemoryStatistics {
    /// Has SQLite not count, which takes a lock for every allocation: a fifth of the time in which a schema is read.
    ///
    /// To be called by a program, not by a library, before anything else of SQLite's; afterwards it does nothing.
    /// Apple's SQLite does not count as it comes (https://sqlite.org/compile.html#default_memstatus).
    package static func switchOff() {
        _ = layout_count_no_memory()
    }
}
