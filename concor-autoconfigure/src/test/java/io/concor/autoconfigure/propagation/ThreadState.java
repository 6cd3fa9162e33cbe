package io.concor.autoconfigure.propagation;

/** A kind of state of a thread that travels with events. */
interface ThreadState {

    /** The value of a thread without state. */
    String NOTHING = "nothing";

    /**
     * Sets the state of the calling thread.
     *
     * @return resets the state, on the same thread
     */
    Runnable hold(String name);

    /** Returns the state of the calling thread, or {@link #NOTHING}. */
    String seen();
}
