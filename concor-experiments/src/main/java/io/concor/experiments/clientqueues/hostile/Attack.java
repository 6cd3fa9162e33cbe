package io.concor.experiments.clientqueues.hostile;

import java.util.Set;

/** What a hostile client does on a connection, and which outcomes a server that holds out may have. */
enum Attack {
    /** Sends a body of a gigabyte, as fast as the server takes it. */
    HUGE_BODY(Body.FLOOD, HostileConnection.CLOSED, "413", "429", "503"),
    /** Sends a body without an end and without a length. */
    ENDLESS_BODY(Body.FLOOD, HostileConnection.CLOSED, "413", "429", "503"),
    /** Sends a byte of a body each second. */
    SLOW_BODY(Body.DRIP, HostileConnection.CLOSED, "408", "429", "503"),
    /** Announces a body with a wrong password, and does not send it. */
    UNREAD_BODY(Body.ANNOUNCED, "401", "429"),
    /** Guesses the password of a client that is not hostile. */
    WRONG_LOGIN(Body.NONE, "401", "429"),
    /** Sends a message to a queue that does not exist. */
    UNKNOWN_QUEUE(Body.NONE, "404", "429", "503"),
    /** Sends half of a JSON object as a whole body. */
    MALFORMED_JSON(Body.NONE, "400", "429", "503"),
    /** Opens a connection and sends nothing. */
    SILENT_CONNECTION(Body.NONE, HostileConnection.CLOSED, "400", "408"),
    /** Sends half of a header. */
    HALF_HEADER(Body.NONE, HostileConnection.CLOSED, "400", "408"),
    /** Waits for a message that never comes. */
    WAITING_RECEIVE(Body.NONE, "204", "429", "503");

    /** What follows the request. */
    enum Body {
        /** Nothing. */
        NONE,
        /** As much as the server takes. */
        FLOOD,
        /** A byte each second. */
        DRIP,
        /** Nothing, although the request announces a body. */
        ANNOUNCED
    }

    private final Body body;
    private final Set<String> expected;

    Attack(Body body, String... expected) {
        this.body = body;
        this.expected = Set.of(expected);
    }

    Body body() {
        return body;
    }

    /** Whether the connection is left open after the answer: the server cannot use it for a further request. */
    boolean stays() {
        return body == Body.DRIP || body == Body.ANNOUNCED;
    }

    /** Whether a server that holds out may end the connection like this: by a status, or by closing it. */
    boolean expects(String outcome) {
        return expected.contains(outcome);
    }
}
