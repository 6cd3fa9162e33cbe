package io.concor.queues.store;

import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.measure.StoreActivity;
import io.concor.queues.member.Membership;
import io.concor.queues.read.Reader;
import io.concor.queues.write.Announcements;
import io.concor.queues.write.EndStatements;
import io.concor.queues.write.LetterWriter;
import io.concor.queues.write.Receipts;
import io.concor.queues.write.Writer;

/** What the parts of a store share. */
record StoreParts(
        StoreTables tables,
        EndStatements ends,
        StoreTransactions transactions,
        MessageFormat format,
        Membership membership,
        Reader reader,
        Writer writer,
        LetterWriter letters,
        Receipts receipts,
        Announcements announcements,
        DatabaseHealth health,
        StoreActivity activity) {}
