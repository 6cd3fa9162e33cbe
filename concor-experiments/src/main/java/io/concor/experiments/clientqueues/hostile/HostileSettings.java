package io.concor.experiments.clientqueues.hostile;

import io.concor.experiments.clientqueues.testbed.QueueServerSettings;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The settings of a run.
 *
 * @param clients number of clients that are not hostile
 * @param queues number of queues
 * @param rate requests per second of the clients that are not hostile
 * @param warmUpSeconds duration of the first load, which is not counted
 * @param seconds duration of each measured load
 * @param hostile number of hostile clients
 * @param attacks attacks of a hostile client per second
 * @param waiting receives of the hostile clients that wait
 * @param patience how long each waits
 * @param goal how many times its latency without hostile clients the 99th percentile may take
 * @param jvm options of the JVM of the server
 */
record HostileSettings(
        int clients,
        int queues,
        int rate,
        int warmUpSeconds,
        int seconds,
        int hostile,
        int attacks,
        int waiting,
        Duration patience,
        double goal,
        List<String> jvm) {

    private static final String PREFIX = "client";
    private static final String HOSTILE_PREFIX = "hostile";
    private static final int MESSAGE_SIZE = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofMinutes(1);

    /** Returns the receives of one hostile client that wait. */
    int waitingPerClient() {
        return (waiting + hostile - 1) / hostile;
    }

    ClientAccounts hostileAccounts() {
        return QueueServerSettings.accounts(HOSTILE_PREFIX);
    }

    /** Returns guesses for the passwords of the clients that are not hostile. */
    static ClientAccounts guesses() {
        return new ClientAccounts(PREFIX, "a wrong password");
    }

    QueueServerSettings servers() {
        return new QueueServerSettings(
                Map.of(PREFIX, clients, HOSTILE_PREFIX, hostile),
                jvm,
                List.of("--concor.queue-server.max-waiting-per-client=" + Math.max(1, waitingPerClient())));
    }

    /** Returns the load of the clients that are not hostile. */
    ClientLoadSettings load(List<QueueServerAddress> servers, int notCountedSeconds) {
        return new ClientLoadSettings(
                new ConnectionSettings(servers, TIMEOUT),
                new ClientRange(1, clients, clients),
                queues,
                MESSAGE_SIZE,
                null,
                notCountedSeconds,
                seconds,
                rate,
                DRAIN,
                1,
                QueueServerSettings.accounts(PREFIX),
                null);
    }
}
