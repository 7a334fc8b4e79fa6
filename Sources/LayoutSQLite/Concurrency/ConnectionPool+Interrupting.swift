extension ConnectionPool {
    /// Makes every call that is at work or waits, for its turn or for a lock, fail with
    /// ``ResultCode/interrupt``; its transaction is undone. Later calls work as ever.
    ///
    /// From any thread, but not from inside a signal handler: it takes locks. See ``suspend()`` for an
    /// interruption that must not come too early.
    package func interruptAll() {
        occupants.interruptAll()
        readers.withdrawAll(SQLiteError.interrupted)
        longReads.withdrawAll(SQLiteError.interrupted)
        writer.withdrawAll(SQLiteError.interrupted)
    }

    /// Like ``interruptAll()``, and makes every later call fail as well until ``resume()``. For an app that is about to
    /// be suspended, which must not hold a lock then, and for a program that was asked to end.
    ///
    /// Read transactions hold a lock, and are ended.
    package func suspend() {
        // Later calls first: none slips through between the two.
        occupants.setSuspended(true)
        keeper?.suspend()
        interruptAll()
        heldTransactions.endAll(because: HeldTransaction.suspended)
    }

    /// Waits until the calls that ``suspend()`` has interrupted have undone their work, so that no lock is held any
    /// more. Returns whether they finished in time.
    ///
    /// Not from within one of the pool's closures, for which it would wait.
    package func waitUntilNobodyWorks(atMost patience: Duration) -> Bool {
        precondition(!occupants.containsCurrentThread, "A closure of the pool cannot wait for its own end.")
        let isIdle = occupants.waitUntilNobodyWorks(atMost: patience)
        keeper?.waitUntilSuspended()
        return isIdle
    }

    /// Lets calls work again after ``suspend()``.
    package func resume() {
        keeper?.resume()
        occupants.setSuspended(false)
    }
}
