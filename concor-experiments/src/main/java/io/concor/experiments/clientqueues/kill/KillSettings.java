package io.concor.experiments.clientqueues.kill;

import io.concor.experiments.clientqueues.testbed.QueueServerSettings;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The settings of a run.
 *
 * @param clients number of clients; half of them acknowledge automatically, the others explicitly
 * @param queues number of queues
 * @param messageSize characters of a message
 * @param lease how long a message is leased to a client that acknowledges explicitly
 * @param seconds duration of the load; longer if not everything has been killed once
 * @param every time between the kills of two servers
 * @param rate requests per second of all clients; 0 for no limit
 */
record KillSettings(int clients, int queues, int messageSize, Duration lease, int seconds, Duration every, int rate) {

    private static final int MODES = Acknowledgement.values().length;
    private static final List<String> JVM = List.of("-Xmx512m");
    /** The loads are stopped earlier. */
    private static final int MAX_SECONDS = 48 * 60 * 60;

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    /** Longer than the start of a server and the recovery of the database. */
    private static final Duration DRAIN = Duration.ofMinutes(3);

    Duration load() {
        return Duration.ofSeconds(seconds);
    }

    QueueServerSettings servers() {
        Map<String, Integer> accounts = Arrays.stream(Acknowledgement.values())
                .collect(Collectors.toMap(Acknowledgement::prefix, mode -> clients / MODES));
        return new QueueServerSettings(accounts, JVM, List.of());
    }

    /** Returns the load of the clients that acknowledge in one of the two ways. */
    ClientLoadSettings load(Acknowledgement mode, List<QueueServerAddress> servers) {
        int count = clients / MODES;
        return new ClientLoadSettings(
                new ConnectionSettings(servers, TIMEOUT),
                new ClientRange(1, count, count),
                queues,
                messageSize,
                mode == Acknowledgement.EXPLICIT ? lease : null,
                0,
                MAX_SECONDS,
                (rate + MODES - 1) / MODES,
                DRAIN,
                1,
                QueueServerSettings.accounts(mode.prefix()),
                null);
    }
}
