package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.testbed.QueueServerSettings;
import io.concor.experiments.clientqueues.testbed.ServerOperator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Servers that are started for some loads, with a database of their own.
 *
 * @param title what distinguishes them from others of the experiment; empty if there are no others
 * @param servers number of servers
 * @param maxLength characters that a message may have
 * @param database settings of the database that are not its defaults
 * @param points the loads
 */
record Bench(String title, int servers, int maxLength, Map<String, String> database, List<LoadPoint> points) {

    /** Threads of each server for its database, and connections for them, as in the report. */
    static final int THREADS = 20;

    /** What the names of the clients begin with. */
    static final String PREFIX = "client";

    /** The default of the server. */
    static final int SHORT_MESSAGES = 2000;

    /** Returns servers for short messages with the defaults of the database. */
    static Bench of(int servers, List<LoadPoint> points) {
        return new Bench("", servers, SHORT_MESSAGES, Map.of(), points);
    }

    int clients() {
        return points.stream().mapToInt(LoadPoint::clients).max().orElse(0);
    }

    String heap() {
        return maxLength > SHORT_MESSAGES ? "2g" : "1g";
    }

    QueueServerSettings settings() {
        return new QueueServerSettings(
                Map.of(PREFIX, clients()),
                List.of("-Xmx" + heap()),
                List.of(
                        "--concor.queue-server.max-length=" + maxLength,
                        "--spring.datasource.hikari.maximum-pool-size=" + (THREADS + ServerOperator.KEPT_CONNECTIONS)));
    }

    private String databaseWords() {
        return new TreeMap<>(database)
                .entrySet().stream()
                        .map(setting -> setting.getKey() + " " + setting.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Returns how they are set up, in words. */
    String words() {
        String text = servers + (servers == 1 ? " server" : " servers, each") + " with " + THREADS
                + " threads and connections, heap " + heap();
        return database.isEmpty() ? text : text + ", PostgreSQL with " + databaseWords();
    }
}
