package io.concor.diagnosis.signal;

import org.jspecify.annotations.Nullable;

/**
 * What a closer look at the threads of a slot showed. Virtual threads have no stacks here. Stacks of threads without an
 * event are left out.
 *
 * @param stacks number of stacks
 * @param locked number of stacks that waited for a lock that another thread held, or another process
 * @param lock the method in which most of these waited, or null
 * @param sharing number of stacks that waited for the same object as another thread, without an owner: a semaphore, a queue
 *     or a pool of something other than connections
 * @param shared the method in which most of these waited, or null
 * @param connecting number of stacks that waited for a connection of a pool
 * @param pinned average number of carrier threads held by virtual threads that waited
 * @param resting number of stacks whose threads wanted no processor: they waited, slept, or were in a native method for
 *     input and output
 * @param calling how many of these were in such a native method: another system or a disk had to answer
 * @param stopped number of stacks whose threads could go on in Java and did not: they had no processor, or the JVM stopped
 *     them
 */
public record StackProfile(
        int stacks,
        int locked,
        @Nullable String lock,
        int sharing,
        @Nullable String shared,
        int connecting,
        double pinned,
        int resting,
        int calling,
        int stopped) {

    private static final int ENOUGH = 20;

    /** Whether there are enough stacks to tell what threads wait for. */
    public boolean isKnown() {
        return stacks >= ENOUGH;
    }

    /** Returns the share of the stacks that waited for a connection of a pool, 0 to 1. */
    public double connectingShare() {
        return share(connecting);
    }

    /** Returns the share of the stacks that waited for the same object as another thread, 0 to 1. */
    public double sharingShare() {
        return share(sharing);
    }

    /** Returns the share of the stacks whose threads had a processor or wanted one, 0 to 1; 1 if that is not known. */
    public double wantingShare() {
        return isKnown() ? 1 - share(resting) : 1;
    }

    /**
     * The same, with those in a native method: while processors lack, what computes there looks like what waits there for another
     * system.
     */
    public double mostWantingShare() {
        return isKnown() ? 1 - share(resting - calling) : 1;
    }

    /** Returns the share of the stacks that waited for a lock, 0 to 1. */
    public double lockedShare() {
        return share(locked);
    }

    /** Returns the share of the stacks that waited for another system or a disk in a native method, 0 to 1. */
    public double callingShare() {
        return share(calling);
    }

    /** Returns the share of the stacks whose threads could go on in Java and did not, 0 to 1. */
    public double stoppedShare() {
        return share(stopped);
    }

    private double share(int some) {
        return stacks == 0 ? 0 : (double) some / stacks;
    }
}
