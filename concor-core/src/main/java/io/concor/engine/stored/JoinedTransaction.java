package io.concor.engine.stored;

import io.concor.Transaction;

/** In place of the transaction of a range that begins at a stored slot: that of the unit, which ends later. */
final class JoinedTransaction implements Transaction {

    private boolean rolledBack;

    /** Whether the event has had an error within the range, so that what the range has done must not be committed. */
    boolean isRolledBack() {
        return rolledBack;
    }

    @Override
    public void detach() {}

    @Override
    public void attach() {}

    @Override
    public void commit() {}

    @Override
    public void rollback() {
        rolledBack = true;
    }
}
