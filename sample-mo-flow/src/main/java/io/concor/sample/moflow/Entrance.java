package io.concor.sample.moflow;

/** Lets messages in. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /** Takes the message, or says no at once because too many are inside. */
    boolean tryEnter(IncomingMessage message);
}
