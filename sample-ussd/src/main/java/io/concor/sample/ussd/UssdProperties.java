package io.concor.sample.ussd;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * The settings of the USSD server.
 *
 * @param maxInFlight the most requests inside at once, 1 to 1,048,576; more are refused
 * @param menus the file of the menus
 * @param session how long sessions live, and how many of them
 * @param replies how replies get to the operator
 * @param receiver the stand-in for the operator that the server starts itself
 */
@ConfigurationProperties(prefix = "ussd", ignoreUnknownFields = false)
record UssdProperties(
        int maxInFlight, Resource menus, SessionSettings session, Replies replies, ReceiverSettings receiver) {

    private static final int MOST_IN_FLIGHT = 1_048_576;

    UssdProperties {
        require(
                maxInFlight >= 1 && maxInFlight <= MOST_IN_FLIGHT,
                "ussd.max-in-flight is " + maxInFlight + ": must be 1 to " + MOST_IN_FLIGHT);
    }

    /**
     * The sessions.
     *
     * @param timeout a session ends when its subscriber was silent for that long
     * @param max the most sessions kept, each of less than a kilobyte where it has 32 answers; beyond, the one silent
     *     for longest ends
     * @param maxChoices the most answers of a subscriber in one session; one more is dropped, and the session begins
     *     anew with its main menu
     */
    record SessionSettings(Duration timeout, int max, int maxChoices) {

        SessionSettings {
            require(
                    timeout.toMillis() >= 1,
                    "ussd.session.timeout is " + timeout.toMillis() + "ms: must be at least 1ms");
            require(max >= 1, "ussd.session.max is " + max + ": must be at least 1");
            require(maxChoices >= 1, "ussd.session.max-choices is " + maxChoices + ": must be at least 1");
        }
    }

    /**
     * The way back to the operator that asks.
     *
     * @param url where replies are posted, without a default but in the tour; never taken out of a request, which could
     *     name any address
     * @param connectTimeout how long connecting may take
     * @param responseTimeout how long the operator may stay silent, and before that, how long a reply may wait for one
     *     of the connections
     * @param connections the most connections
     */
    record Replies(URI url, Duration connectTimeout, Duration responseTimeout, int connections) {

        Replies {
            require(
                    url != null,
                    "ussd.replies.url is missing: set it, or the environment variable USSD_REPLIES_URL, to where the"
                            + " operator takes replies, like http://host:port/path");
            require(
                    url.getHost() != null && ("http".equals(url.getScheme()) || "https".equals(url.getScheme())),
                    "ussd.replies.url is " + url + ": must be like http://host:port/path");
            requireTime("connect-timeout", connectTimeout);
            requireTime("response-timeout", responseTimeout);
            require(connections >= 1, "ussd.replies.connections is " + connections + ": must be at least 1");
        }

        private static void requireTime(String property, Duration time) {
            require(
                    time.toMillis() >= 1,
                    "ussd.replies." + property + " is " + time.toMillis() + "ms: must be at least 1ms");
        }
    }

    /**
     * The stand-in for the operator.
     *
     * @param enabled whether it is started
     * @param port where it listens, on the local host only, 1 to 65535
     */
    record ReceiverSettings(boolean enabled, int port) {

        private static final int HIGHEST_PORT = 65_535;

        ReceiverSettings {
            require(
                    !enabled || (port >= 1 && port <= HIGHEST_PORT),
                    "ussd.receiver.port is " + port + ": must be 1 to " + HIGHEST_PORT);
        }
    }

    private static void require(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
