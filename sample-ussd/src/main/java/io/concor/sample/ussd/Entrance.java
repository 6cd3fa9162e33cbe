package io.concor.sample.ussd;

/** Lets requests in. Thread-safe. */
@FunctionalInterface
interface Entrance {

    /** Takes the request, or says no at once because too many are inside. */
    boolean tryEnter(UssdRequest request);
}
