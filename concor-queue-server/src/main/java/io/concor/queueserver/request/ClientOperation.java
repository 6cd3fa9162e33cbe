package io.concor.queueserver.request;

import java.util.Set;

/** What a client may ask for. */
public enum ClientOperation {
    /** Registers the caller. */
    REGISTER,
    /** Removes the caller. */
    LEAVE,
    /** Creates a queue. */
    CREATE,
    /** Deletes a queue. */
    DELETE("force"),
    /** Lists queues. */
    LIST("waiting", "after", "limit"),
    /** Sends a message. */
    SEND,
    /** Takes the oldest message. */
    RECEIVE("from", "wait", "ack", "lease"),
    /** Reads the message that would be taken. */
    PEEK("from"),
    /** Ends a message that was leased. */
    END("receipt");

    private final Set<String> parameters;

    ClientOperation(String... parameters) {
        this.parameters = Set.of(parameters);
    }

    /** Returns whether a request has a body. */
    public boolean hasBody() {
        return this == CREATE || this == SEND;
    }

    /** Returns the names of the parameters in the query. */
    Set<String> parameters() {
        return parameters;
    }
}
