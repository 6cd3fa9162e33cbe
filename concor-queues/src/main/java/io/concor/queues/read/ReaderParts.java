package io.concor.queues.read;

import io.concor.queues.codec.MessageFormat;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.StoreTables;
import io.concor.queues.member.Membership;
import io.concor.queues.write.Writer;

/** What the reader and its queues use. */
record ReaderParts(
        StoreTables tables,
        MessageFormat format,
        Membership membership,
        Writer writer,
        DatabaseClock clock,
        IdHistory ids,
        DatabaseHealth health) {

    private static final long RETRY_MILLIS = 100;

    /** Returns after how long a queue is tried again that nothing will announce. */
    long retryMillis() {
        return RETRY_MILLIS;
    }
}
