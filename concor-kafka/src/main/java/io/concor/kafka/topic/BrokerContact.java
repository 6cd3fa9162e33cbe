package io.concor.kafka.topic;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.errors.DisconnectException;
import org.jspecify.annotations.Nullable;

/**
 * Whether brokers can be reached, by the connections that the admin client has: a call of a client without any waits for its whole
 * timeout, as brokers may come back. Thread-safe.
 */
public final class BrokerContact {

    private static final String CONNECTIONS = "connection-count";
    /** A client that has something to ask and is not connected for so long reaches no broker. */
    private static final long UNCONNECTED_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long STEP_MILLIS = 100;
    /** So long those who close do without brokers that did not answer. */
    private static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** What is left to do without brokers. */
    private static final long LEAVE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Admin admin;
    private volatile @Nullable Metric connections;
    private boolean away; // guarded by this
    private long awayNanos; // guarded by this

    public BrokerContact(Admin admin) {
        this.admin = admin;
    }

    /** Returns whether the client has a connection to a broker; true if it does not say so. */
    public boolean isConnected() {
        Metric known = connections;
        if (known == null) {
            known = admin.metrics().values().stream()
                    .filter(metric -> metric.metricName().name().equals(CONNECTIONS))
                    .findFirst()
                    .orElse(null);
            connections = known;
        }
        return known == null || !(known.metricValue() instanceof Number count) || count.doubleValue() > 0;
    }

    /**
     * Waits for an answer.
     *
     * @param most for how long at most; shorter if no broker can be reached
     * @throws DisconnectException if no broker can be reached
     */
    public <T> T await(KafkaFuture<T> answer, Duration most)
            throws InterruptedException, ExecutionException, TimeoutException {
        long began = System.nanoTime();
        long connected = began;
        while (true) {
            try {
                return answer.get(STEP_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException notYet) {
                long now = System.nanoTime();
                connected = isConnected() ? now : connected;
                if (now - connected >= UNCONNECTED_NANOS) {
                    throw new DisconnectException("no broker can be reached");
                }
                if (now - began >= most.toNanos()) {
                    throw notYet;
                }
            }
        }
    }

    /**
     * Waits for an answer as {@link KafkaCalls#await(String, KafkaFuture)}, and two seconds only if no broker can be reached.
     *
     * @param action what is done, for the message of a failure
     * @throws io.concor.QueueStoreException if it fails
     */
    public <T> T answer(String action, @Nullable KafkaFuture<T> asked) {
        try {
            return await(Objects.requireNonNull(asked), KafkaCalls.LONGEST);
        } catch (ExecutionException failed) {
            throw KafkaCalls.failure(action, failed.getCause() == null ? failed : failed.getCause());
        } catch (TimeoutException | DisconnectException late) {
            throw KafkaCalls.failure(action, late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw KafkaCalls.failure(action, interrupted);
        }
    }

    /**
     * Returns until when whoever closes waits for brokers, by {@link System#nanoTime}: as long as that may take if they answer now, else
     * hardly. Waits two seconds at most to find that out.
     *
     * @param most how long it may take
     */
    public long closeUntil(Duration most) {
        boolean answers = answers();
        return System.nanoTime() + (answers ? most.toNanos() : Math.min(most.toNanos(), LEAVE_NANOS));
    }

    /** Parts are closed one after the other: the first one has asked for all. */
    private synchronized boolean answers() {
        if (away && System.nanoTime() - awayNanos < AWAY_NANOS) {
            return false;
        }
        away = !asked();
        awayNanos = System.nanoTime();
        return !away;
    }

    private boolean asked() {
        Duration most = Duration.ofNanos(UNCONNECTED_NANOS);
        DescribeClusterOptions options = new DescribeClusterOptions().timeoutMs((int) most.toMillis());
        try {
            await(admin.describeCluster(options).nodes(), most);
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | DisconnectException unanswered) {
            return false;
        }
    }
}
