package io.concor.kafka.read;

import io.concor.kafka.ledger.LedgerAccess;
import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.write.EndProducer;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/**
 * What the readers of a store share.
 *
 * @param remember how long ids of unique events are remembered
 * @param unknownTypes how long events wait whose types this process does not know
 * @param mostBehind so far behind the position a delayed event is put again at the end, so that the topic can be cut
 */
public record GroupParts(
        ClientSettings clients,
        Admin admin,
        EndProducer ends,
        LedgerAccess ledger,
        StuckTransactions stuck,
        DatabaseHealth health,
        BusyTime busy,
        Duration remember,
        Duration unknownTypes,
        long mostBehind) {}
