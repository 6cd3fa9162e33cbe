package io.concor.sample.ussd;

/** Lets requests in: to the flow, or to its twin without Concor. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /**
     * Takes the request, or says no at once: too many are inside, the server stops, or a change of the layout holds the
     * door for a moment.
     */
    boolean tryEnter(UssdRequest request);
}
