package io.concor.experiments;

/** An experiment cannot go on; the message says what to do. */
class ExperimentException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ExperimentException(String message) {
        super(message);
    }

    ExperimentException(String message, Throwable cause) {
        super(message, cause);
    }
}
