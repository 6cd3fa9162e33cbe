package io.concor.sample.moflow;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of the gateway.
 *
 * @param maxInFlight the most messages inside at once, 1 to 1,048,576; further messages are refused
 * @param routes the application of each short code of 3 to 8 digits; quote a short code that begins with 0
 * @param session the lifetime and the number of sessions
 * @param applications the connections to the applications
 * @param receiver the receiver, which stands in for the applications
 * @param databaseDelay how long a thread waits before each statement, as if the database were across a network; the
 *     thread holds no connection while it waits
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

    /** Rejects a route that no message can take. */
    private static void requireRoute(String code, String application) {
        require(
                MessageReader.SHORT_CODE.matcher(code).matches(),
                "mo-flow.routes has the short code " + code + ": must be 3 to 8 digits; put a short code that begins"
                        + " with 0 in quotes, because YAML reads it as another number");
        require(
                !application.isBlank(),
                "mo-flow.routes." + code + " is '" + application + "': must name an application of the table endpoint");
    }

    /**
     * The sessions.
     *
     * @param timeout a session ends after this time without a message
     * @param max the most sessions; beyond, the session that is silent for longest ends
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
     * The connections to the applications.
     *
     * @param baseUrl precedes the address of an endpoint that is a path; without a slash at its end; has a default in
     *     the tour only
     * @param connectTimeout limits the time to connect
     * @param responseTimeout limits the time to the end of an answer, from the wait for a free connection on
     * @param connectionsPerHost the most connections to one host
     */
    record Applications(URI baseUrl, Duration connectTimeout, Duration responseTimeout, int connectionsPerHost) {

        Applications {
            require(
                    baseUrl != null,
                    "mo-flow.applications.base-url is missing: set it, or the environment variable"
                            + " MOFLOW_APPLICATIONS_BASEURL, to the URL of the applications, like http://host:port");
            require(
                    leadsToAHost(baseUrl) && !baseUrl.toString().endsWith("/"),
                    "mo-flow.applications.base-url is " + baseUrl
                            + ": must be like http://host:port, without a slash at its end");
            requireTime("connect-timeout", connectTimeout);
            requireTime("response-timeout", responseTimeout);
            require(
                    connectionsPerHost >= 1,
                    "mo-flow.applications.connections-per-host is " + connectionsPerHost + ": must be at least 1");
        }

        private static boolean leadsToAHost(URI url) {
            return url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme()));
        }

        private static void requireTime(String property, Duration time) {
            require(
                    time.toMillis() >= 1,
                    "mo-flow.applications." + property + " is " + time + ": must be at least 1ms");
        }
    }

    /**
     * The receiver, which stands in for the applications.
     *
     * @param enabled whether it starts
     * @param port its port on the local host, 1 to 65535
     * @param paths the paths on which it receives messages
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
