package io.concor.diagnosis;

import io.concor.diagnosis.signal.StackProfile;
import org.jspecify.annotations.Nullable;

/** Closer looks made by hand: no thread waits but those that the test names. */
public final class StackProfileBuilder {

    private final int stacks;
    private int locked;
    private @Nullable String lock;
    private int sharing;
    private @Nullable String shared;
    private int connecting;
    private double pinned;
    private int resting;
    private int calling;
    private int stopped;

    private StackProfileBuilder(int stacks) {
        this.stacks = stacks;
    }

    public static StackProfileBuilder of(int stacks) {
        return new StackProfileBuilder(stacks);
    }

    public StackProfileBuilder locked(int count, String method) {
        locked = count;
        lock = method;
        return this;
    }

    public StackProfileBuilder sharing(int count, String method) {
        sharing = count;
        shared = method;
        return this;
    }

    public StackProfileBuilder connecting(int count) {
        connecting = count;
        return this;
    }

    /** The number of carrier threads that waiting virtual threads hold. */
    public StackProfileBuilder pinned(double carriers) {
        pinned = carriers;
        return this;
    }

    public StackProfileBuilder resting(int count) {
        resting = count;
        return this;
    }

    /** The number of stacks that wait for another system or a disk, of those that rest. */
    public StackProfileBuilder calling(int count) {
        calling = count;
        return this;
    }

    /** The number of stacks whose threads could go on and do not. */
    public StackProfileBuilder stopped(int count) {
        stopped = count;
        return this;
    }

    public StackProfile build() {
        return new StackProfile(stacks, locked, lock, sharing, shared, connecting, pinned, resting, calling, stopped);
    }
}
