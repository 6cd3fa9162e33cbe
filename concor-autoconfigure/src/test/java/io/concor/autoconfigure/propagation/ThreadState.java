package io.concor.autoconfigure.propagation;

/** Something that a thread can hold for an event. */
interface ThreadState {

    /** What is seen where nothing is held. */
    String NOTHING = "nothing";

    /**
     * Lets the calling thread hold something.
     *
     * @return ends it, on the same thread
     */
    Runnable hold(String name);

    /** The name of what the calling thread holds, or {@link #NOTHING}. */
    String seen();
}
