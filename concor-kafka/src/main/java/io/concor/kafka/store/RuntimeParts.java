package io.concor.kafka.store;

import io.concor.kafka.read.GroupParts;
import io.concor.kafka.topic.BrokerContact;
import io.concor.kafka.write.EndProducer;
import io.concor.kafka.write.PutProducer;
import io.concor.queues.JdbcQueueStore;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.measure.StoreActivity;
import org.jspecify.annotations.Nullable;

/**
 * What the queues of a store share.
 *
 * @param contact tells how long it may take to close them
 * @param database in whose transactions events end, or null
 */
record RuntimeParts(
        PutProducer puts,
        EndProducer ends,
        GroupParts reading,
        BrokerContact contact,
        DatabaseHealth health,
        StoreActivity activity,
        @Nullable JdbcQueueStore database) {}
