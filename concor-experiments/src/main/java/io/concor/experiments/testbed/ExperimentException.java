package io.concor.experiments.testbed;

/** An experiment cannot continue. The message states what to do. */
public class ExperimentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public ExperimentException(String message) {
        super(message);
    }

    public ExperimentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the message, followed by the cause if there is one. */
    public String messageWithCause() {
        return getMessage() + (getCause() == null ? "" : ": " + getCause());
    }
}
