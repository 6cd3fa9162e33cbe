package io.concor.diagnosis.simulation;

/** Threads that run events. */
interface ServingThreads {

    /** Any number of threads that do not belong to the flow. They never wait for room. */
    ServingThreads FOREIGN = () -> {};

    /** One of the threads has no event any more. */
    void release();

    /** One of the threads finds no room for its event. Returns whether it waits for room. */
    default boolean block() {
        return false;
    }

    /** One of the threads that wait for room has got it. */
    default void unblock() {}
}
