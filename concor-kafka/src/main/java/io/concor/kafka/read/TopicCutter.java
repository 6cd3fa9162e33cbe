package io.concor.kafka.read;

import io.concor.queues.jdbc.DatabaseHealth;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;

/**
 * Deletes now and then what is done from the partitions that this process owns, so that topics do not grow. What is done is what
 * the owner itself has committed: anybody may set the offsets of the group. For the reader's thread; does not block.
 */
final class TopicCutter {

    private final Admin admin;
    private final DatabaseHealth health;
    private final Duration pause;
    private final Map<TopicPartition, Long> cutTo = new ConcurrentHashMap<>();
    private long lastNanos = System.nanoTime();

    /** @param pause between two times */
    TopicCutter(Admin admin, DatabaseHealth health, Duration pause) {
        this.admin = admin;
        this.health = health;
        this.pause = pause;
    }

    void cut(Collection<OwnedPartition> owned) {
        if (System.nanoTime() - lastNanos < pause.toNanos()) {
            return;
        }
        lastNanos = System.nanoTime();
        Map<TopicPartition, RecordsToDelete> done = new HashMap<>();
        for (OwnedPartition each : owned) {
            long low = each.lease().progress().committedLow();
            if (each.isDelivering() && low > cutTo.getOrDefault(each.topicPartition(), 0L)) {
                done.put(each.topicPartition(), RecordsToDelete.beforeOffset(low));
            }
        }
        if (!done.isEmpty()) {
            admin.deleteRecords(done).all().toCompletionStage().whenComplete((over, failed) -> answered(done, failed));
        }
    }

    /** Without it, topics only grow: nothing is lost. */
    private void answered(Map<TopicPartition, RecordsToDelete> done, @Nullable Throwable failed) {
        if (failed == null) {
            done.forEach((partition, low) -> cutTo.put(partition, low.beforeOffset()));
        } else {
            String advice =
                    failed instanceof AuthorizationException ? ". Allow the operation DELETE on its topics" : "";
            health.notice("cannot delete records of events that are done, so topics grow: " + failed + advice);
        }
    }
}
