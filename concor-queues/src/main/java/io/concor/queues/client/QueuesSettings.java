package io.concor.queues.client;

import io.concor.InvalidSettingException;
import java.time.Duration;

/**
 * Bounds of the queues. Immutable.
 *
 * @param maxLength characters of a content, 1 to {@link #MOST_LENGTH}
 * @param remember how long a second message of the same id is not taken, up to 30 days
 * @param mostQueues how many queues there may be, up to 100,000
 * @param mostClients how many clients may be registered or have been, up to 1,000,000
 * @param mostWaiters how many may wait for a message in this process, up to 1,000,000
 * @param mostWaitersOfClient how many of one client, up to {@code mostWaiters}
 */
public record QueuesSettings(
        int maxLength, Duration remember, int mostQueues, int mostClients, int mostWaiters, int mostWaitersOfClient) {

    /** The most characters that a content may be allowed to have. */
    public static final int MOST_LENGTH = 4_000_000;

    /** The shortest lease. */
    public static final Duration LEAST_LEASE = Duration.ofMillis(100);

    /** The longest lease. */
    public static final Duration MOST_LEASE = Duration.ofHours(12);

    /** The longest delay. */
    public static final Duration MOST_DELAY = Duration.ofDays(30);

    /** The longest time for which one may wait for a message. */
    public static final Duration MOST_WAIT = Duration.ofSeconds(60);

    /** How many requests one call may have. */
    public static final int MOST_AT_ONCE = 512;

    /** How many names one list may have. */
    public static final int MOST_NAMES = 1_000;

    /** The longest name of a queue or a client, and id of a message, in characters. */
    public static final int MOST_NAME = 255;

    private static final Duration LONGEST_REMEMBER = Duration.ofDays(30);
    private static final int QUEUES = 100_000;
    private static final int CLIENTS = 1_000_000;
    private static final int WAITERS = 1_000_000;

    public QueuesSettings {
        InvalidSettingException.requireWithin("max-length", maxLength, 1, MOST_LENGTH);
        InvalidSettingException.requireWithin("remember", remember, Duration.ofSeconds(1), LONGEST_REMEMBER);
        InvalidSettingException.requireWithin("max-queues", mostQueues, 1, QUEUES);
        InvalidSettingException.requireWithin("max-clients", mostClients, 1, CLIENTS);
        InvalidSettingException.requireWithin("max-waiters", mostWaiters, 1, WAITERS);
        InvalidSettingException.requireWithin("max-waiters-of-client", mostWaitersOfClient, 1, mostWaiters);
    }

    /**
     * Returns the default: 2,000 characters, ids remembered for 24 hours, 10,000 queues, 10,000 clients, 10,000 waiters, 100 of
     * one client.
     */
    public static QueuesSettings defaults() {
        return new QueuesSettings(2_000, Duration.ofHours(24), 10_000, 10_000, 10_000, 100);
    }

    /** Returns the same settings with another length of contents. */
    public QueuesSettings withMaxLength(int value) {
        return new QueuesSettings(value, remember, mostQueues, mostClients, mostWaiters, mostWaitersOfClient);
    }

    /** Returns the same settings with another time for which ids are remembered. */
    public QueuesSettings withRemember(Duration value) {
        return new QueuesSettings(maxLength, value, mostQueues, mostClients, mostWaiters, mostWaitersOfClient);
    }

    /** Returns the same settings with other bounds of queues and clients. */
    public QueuesSettings withMost(int queues, int clients) {
        return new QueuesSettings(maxLength, remember, queues, clients, mostWaiters, mostWaitersOfClient);
    }

    /** Returns the same settings with other bounds of those who wait, in all and of one client. */
    public QueuesSettings withMostWaiters(int inAll, int ofClient) {
        return new QueuesSettings(maxLength, remember, mostQueues, mostClients, inAll, ofClient);
    }
}
