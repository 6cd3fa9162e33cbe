package io.concor.experiments.plants;

import java.util.concurrent.atomic.AtomicInteger;

/** 80 MB of small live objects. Thread-safe. */
public final class LiveObjects {

    private static final int OBJECT_BYTES = 1_000;
    private static final int COUNT = 80 * 1024;
    private static final int REPLACED = 1_000;

    private final byte[][] live = new byte[COUNT][];
    private final AtomicInteger next = new AtomicInteger();

    /** Creates all objects. */
    public LiveObjects() {
        for (int i = 0; i < COUNT; i++) {
            live[i] = new byte[OBJECT_BYTES];
        }
    }

    /** Replaces the oldest megabyte. */
    public void replaceMegabyte() {
        int first = next.getAndAdd(REPLACED);
        for (int i = first; i < first + REPLACED; i++) {
            live[Math.floorMod(i, COUNT)] = new byte[OBJECT_BYTES];
        }
    }
}
