package io.concor.sample.moflow;

/** Lets messages in. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /**
     * Takes the message, or says no at once: too many are inside, the gateway stops, or a change of the layout holds
     * the door for a moment.
     */
    boolean tryEnter(IncomingMessage message);
}
