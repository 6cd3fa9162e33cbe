package io.concor.sample.ussd;

import java.net.URI;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.Resource;

/**
 * The settings of the USSD server.
 *
 * @param maxInFlight the most requests inside at once, 1 to 1,048,576; further requests are refused
 * @param menus the file of the menus
 * @param session the lifetime and the number of sessions
 * @param replies the connections to the operator
 * @param receiver the receiver, which stands in for the operator
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
     * @param timeout a session ends after this time without a request
     * @param max the most sessions, each of less than a kilobyte with 32 answers; beyond, the session that is silent for
     *     longest ends
     * @param maxChoices the most answers in one session; a further answer is dropped, and the session begins again with
     *     its main menu
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
     * The connections to the operator.
     *
     * @param url receives the replies; has a default in the tour only; never taken from a request, which could name any
     *     address
     * @param connectTimeout limits the time to connect
     * @param responseTimeout limits the time to the end of an answer, from the wait for a free connection on
     * @param connections the most connections
     */
    record Replies(URI url, Duration connectTimeout, Duration responseTimeout, int connections) {

        Replies {
            require(
                    url != null,
                    "ussd.replies.url is missing: set it, or the environment variable USSD_REPLIES_URL, to the URL that"
                            + " receives the replies, like http://host:port/path");
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
     * The receiver, which stands in for the operator.
     *
     * @param enabled whether it starts
     * @param port its port on the local host, 1 to 65535
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
