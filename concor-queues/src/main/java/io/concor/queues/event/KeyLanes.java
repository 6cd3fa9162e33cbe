package io.concor.queues.event;

/** The lane of a key: the same in every process and version, because events of a key must not meet in two lanes. */
public final class KeyLanes {

    private KeyLanes() {}

    /** Returns the lane: {@link String#hashCode}, mixed by the finalizer of MurmurHash3, modulo the number of lanes. */
    public static int laneOf(String key, int lanes) {
        int hash = key.hashCode();
        hash ^= hash >>> 16;
        hash *= 0x85ebca6b;
        hash ^= hash >>> 13;
        hash *= 0xc2b2ae35;
        hash ^= hash >>> 16;
        return Math.floorMod(hash, lanes);
    }
}
