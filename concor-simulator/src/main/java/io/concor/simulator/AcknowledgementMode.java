package io.concor.simulator;

/** When the server deletes a message. */
enum AcknowledgementMode {
    /** When it is received. */
    AUTO,
    /** When the client that has received it ends it. */
    EXPLICIT
}
