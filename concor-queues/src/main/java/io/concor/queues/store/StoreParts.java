package io.concor.queues.store;

import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.StoreActivity;
import io.concor.queues.member.Membership;

/** What the parts of a store share. */
record StoreParts(
        StoreTables tables,
        EndStatements ends,
        StoreTransactions transactions,
        MessageFormat format,
        Membership membership,
        Reader reader,
        Writer writer,
        Receipts receipts,
        Announcements announcements,
        DatabaseHealth health,
        StoreActivity activity) {}
