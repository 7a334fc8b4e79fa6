extension ConnectionPool {
    /// Makes every call that is at work or waits, for its turn or for a lock, fail with
    /// ``ResultCode/interrupt``; its transaction is undone. Later calls work as ever.
    ///
    /// From any thread, but not from inside a signal handler: it takes locks. See ``suspend()`` for an
    /// interruption that must not come too early.
    public func interruptAll() {
        occupants.interruptAll()
        readers.withdrawAll(PoolOccupants.interrupted)
        writer.withdrawAll(PoolOccupants.interrupted)
    }

    /// Like ``interruptAll()``, and makes every later call fail as well until ``resume()``: before an app
    /// is suspended, which must not hold a lock then, and when a program was asked to end.
    ///
    /// Snapshots hold a lock, and are ended.
    public func suspend() {
        // Later calls first: none slips through between the two.
        occupants.setSuspended(true)
        interruptAll()
        snapshots.endAll(because: HeldTransaction.suspended)
    }

    /// Lets calls work again after ``suspend()``.
    public func resume() {
        occupants.setSuspended(false)
    }
}
