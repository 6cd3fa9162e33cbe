package io.concor.simulator.queues;

/** Reports that the clients could not be registered, or the queues could not be created. */
public final class SetupException extends RuntimeException {

    private static final long serialVersionUID = 1;

    SetupException(String message) {
        super(message);
    }
}
