package io.concor.experiments.clientqueues.kill;

/** How clients acknowledge messages. */
enum Acknowledgement {
    /** A receive deletes the message: at most once. */
    AUTOMATIC("automatic"),
    /** The client ends the message after it has received it: at least once. */
    EXPLICIT("explicit");

    private final String prefix;

    Acknowledgement(String prefix) {
        this.prefix = prefix;
    }

    /** Returns what the names of the clients begin with. */
    String prefix() {
        return prefix;
    }
}
