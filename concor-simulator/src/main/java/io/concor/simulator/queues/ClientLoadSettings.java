package io.concor.simulator.queues;

import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.http.ConnectionSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a run.
 *
 * @param connections the servers, among which clients are distributed evenly
 * @param clients the clients of this process
 * @param queues number of queues
 * @param messageSize characters of a message
 * @param lease how long a received message is leased until its end is acknowledged; null if a receive deletes it
 * @param warmUpSeconds duration of the load that is not counted
 * @param seconds duration of the load that is counted
 * @param rate maximum number of requests per second of all clients; 0 for no limit
 * @param drain time limit of the receives after the last send, in addition to the lease
 * @param threads number of event loops
 * @param accounts names and password of the clients
 * @param log folder of the logs of the clients; null for none
 */
public record ClientLoadSettings(
        ConnectionSettings connections,
        ClientRange clients,
        int queues,
        int messageSize,
        @Nullable Duration lease,
        int warmUpSeconds,
        int seconds,
        int rate,
        Duration drain,
        int threads,
        ClientAccounts accounts,
        @Nullable Path log) {

    /** The highest number of a client. */
    public static final int MAX_CLIENT = 100_000;

    /** Returns the lease in nanoseconds; 0 if there is none. */
    public long leaseNanos() {
        return lease == null ? 0 : lease.toNanos();
    }
}
