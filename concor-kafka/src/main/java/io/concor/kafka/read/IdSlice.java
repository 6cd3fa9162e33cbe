package io.concor.kafka.read;

/** Hashes of ids that came one after the other, in a table with open addressing, which only grows. For one thread. */
final class IdSlice {

    private static final int FIRST_CAPACITY = 16;

    private final long begun;
    private long newest;
    /** Two numbers for each hash, or two zeros; its length is a power of two. */
    private long[] table = new long[2 * FIRST_CAPACITY];

    private int size;

    /** @param begun when the first was put, epoch milliseconds */
    IdSlice(long begun) {
        this.begun = begun;
        newest = begun;
    }

    long begun() {
        return begun;
    }

    /** Returns when the last was put. */
    long newest() {
        return newest;
    }

    int size() {
        return size;
    }

    boolean contains(long high, long low) {
        int place = place(high, filled(low));
        return table[place + 1] != 0;
    }

    /** Adds a hash that is not there. */
    void add(long high, long low, long putAt) {
        newest = Math.max(newest, putAt);
        if (++size * 8 > table.length * 3) { // three quarters are used
            grow();
        }
        set(high, filled(low));
    }

    private void grow() {
        long[] before = table;
        table = new long[2 * before.length];
        for (int i = 0; i < before.length; i += 2) {
            if (before[i + 1] != 0) {
                set(before[i], before[i + 1]);
            }
        }
    }

    private void set(long high, long low) {
        int place = place(high, low);
        table[place] = high;
        table[place + 1] = low;
    }

    /** Returns where a hash is, or would be. */
    private int place(long high, long low) {
        int mask = table.length - 2;
        int place = ((int) low << 1) & mask;
        while (table[place + 1] != 0 && (table[place + 1] != low || table[place] != high)) {
            place = (place + 2) & mask;
        }
        return place;
    }

    /** Zero stands for no hash. */
    private static long filled(long low) {
        return low == 0 ? 1 : low;
    }
}
