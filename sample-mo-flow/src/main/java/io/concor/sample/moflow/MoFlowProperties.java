package io.concor.sample.moflow;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the gateway.
 *
 * @param maxInFlight the most messages inside at once, 1 to 1,048,576; more are refused
 * @param routes the application behind each short code of 3 to 8 digits; one that begins with 0 in quotes
 * @param session how long sessions live, and how many of them
 * @param applications how the applications are reached
 * @param receiver the stand-in for the applications that the gateway starts itself
 * @param databaseDelay how long a thread waits before each statement, as if the database were across a network; it
 *     holds no connection meanwhile
 */
@ConfigurationProperties(prefix = "mo-flow", ignoreUnknownFields = false)
record MoFlowProperties(
        int maxInFlight,
        Map<String, String> routes,
        SessionSettings session,
        Applications applications,
        ReceiverSettings receiver,
        Duration databaseDelay) {

    private static final int MOST_IN_FLIGHT = 1_048_576;

    MoFlowProperties {
        require(
                maxInFlight >= 1 && maxInFlight <= MOST_IN_FLIGHT,
                "mo-flow.max-in-flight is " + maxInFlight + ": must be 1 to " + MOST_IN_FLIGHT);
        require(
                !databaseDelay.isNegative(),
                "mo-flow.database-delay is " + databaseDelay.toMillis() + "ms: must not be negative");
        routes.forEach(MoFlowProperties::requireRoute);
    }

    /** One that no message can name would never be found out. */
    private static void requireRoute(String code, String application) {
        require(
                MessageReader.SHORT_CODE.matcher(code).matches(),
                "mo-flow.routes has the short code " + code + ": must be 3 to 8 digits; put one that begins with 0 in"
                        + " quotes, as YAML takes it for another number");
        require(
                !application.isBlank(),
                "mo-flow.routes." + code + " is '" + application + "': must name an application of the table endpoint");
    }

    /**
     * The sessions.
     *
     * @param timeout a session ends when its subscriber was silent for that long
     * @param max the most sessions kept; beyond, the one silent for longest ends
     */
    record SessionSettings(Duration timeout, int max) {

        SessionSettings {
            require(
                    timeout.toMillis() >= 1,
                    "mo-flow.session.timeout is " + timeout.toMillis() + "ms: must be at least 1ms");
            require(max >= 1, "mo-flow.session.max is " + max + ": must be at least 1");
        }
    }

    /**
     * The way to the applications.
     *
     * @param baseUrl stands before the addresses of endpoints that are paths; no slash at its end, and no default but
     *     in the tour
     * @param connectTimeout how long connecting may take
     * @param responseTimeout how long an application may stay silent, and before that, how long a message may wait for
     *     one of the connections
     * @param connectionsPerHost the most connections to one host
     * @param connections the most connections in all
     */
    record Applications(
            URI baseUrl, Duration connectTimeout, Duration responseTimeout, int connectionsPerHost, int connections) {

        Applications {
            require(
                    baseUrl != null,
                    "mo-flow.applications.base-url is missing: set it, or the environment variable"
                            + " MOFLOW_APPLICATIONS_BASEURL, to where the applications are, like http://host:port");
            require(
                    leadsToAHost(baseUrl) && !baseUrl.toString().endsWith("/"),
                    "mo-flow.applications.base-url is " + baseUrl
                            + ": must be like http://host:port, no slash at its end");
            requireTime("connect-timeout", connectTimeout);
            requireTime("response-timeout", responseTimeout);
            requireNumber("connections-per-host", connectionsPerHost);
            requireNumber("connections", connections);
        }

        private static boolean leadsToAHost(URI url) {
            return url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
        }

        private static void requireTime(String property, Duration time) {
            require(
                    time.toMillis() >= 1,
                    "mo-flow.applications." + property + " is " + time + ": must be at least 1ms");
        }

        private static void requireNumber(String property, int number) {
            require(number >= 1, "mo-flow.applications." + property + " is " + number + ": must be at least 1");
        }
    }

    /**
     * The stand-in for the applications.
     *
     * @param enabled whether it is started
     * @param port where it listens, on the local host only, 1 to 65535
     * @param paths the paths that it answers
     */
    record ReceiverSettings(boolean enabled, int port, Set<String> paths) {

        private static final int HIGHEST_PORT = 65_535;

        ReceiverSettings {
            require(
                    !enabled || (port >= 1 && port <= HIGHEST_PORT),
                    "mo-flow.receiver.port is " + port + ": must be 1 to " + HIGHEST_PORT);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
