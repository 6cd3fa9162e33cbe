package io.concor.kafka.read;

import io.concor.kafka.topic.ClientSettings;
import io.concor.kafka.write.EndProducer;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.BusyTime;
import java.time.Duration;
import org.apache.kafka.clients.admin.Admin;

/** What the readers of a store share. */
public record GroupParts(
        ClientSettings clients,
        Admin admin,
        EndProducer ends,
        StuckTransactions stuck,
        DatabaseHealth health,
        BusyTime busy,
        Duration remember) {}
