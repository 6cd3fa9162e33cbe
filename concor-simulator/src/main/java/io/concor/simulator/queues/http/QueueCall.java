package io.concor.simulator.queues.http;

import java.util.Arrays;
import java.util.Locale;

/** A call of a client, with the statuses that mean success. */
public enum QueueCall {
    /** Registers a client. */
    REGISTER(200, 201),
    /** Creates a queue. It may exist. */
    CREATE(200, 201, 409),
    /** Checks that a queue exists. */
    PEEK(200, 204),
    /** Sends a message. */
    SEND(201),
    /** Lists the queues in which messages wait for the client. */
    LIST(200),
    /** Receives a message. */
    RECEIVE(200, 204),
    /** Ends a leased message. */
    END(204);

    private final int[] successes;

    QueueCall(int... successes) {
        this.successes = successes;
    }

    boolean succeededWith(int status) {
        return Arrays.stream(successes).anyMatch(success -> success == status);
    }

    /** Returns its name in the results. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns its name in the logs of the clients. */
    public String logName() {
        return this == LIST ? "LIST_QUEUES" : name() + "_MESSAGE";
    }
}
