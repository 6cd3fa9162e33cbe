package io.concor.simulator.queues.check;

/**
 * The random routes of the messages: a function of the run, the sender and the number, so that they need not be kept for the check.
 * Immutable.
 */
public final class MessageRoutes {

    private final long seed;
    private final int clients;
    private final int queues;

    public MessageRoutes(long seed, int clients, int queues) {
        this.seed = seed;
        this.clients = clients;
        this.queues = queues;
    }

    /** Returns a route to any client but the sender. */
    public MessageRoute of(int sender, int number) {
        long random = mix(seed ^ mix((long) sender << Integer.SIZE | number));
        int other = 1 + (int) Long.remainderUnsigned(random, clients - 1L);
        int queue = 1 + (int) Long.remainderUnsigned(mix(random), queues);
        return new MessageRoute(other < sender ? other : other + 1, queue);
    }

    /** Returns pseudo-random bits: the finalizer of SplitMix64. */
    static long mix(long value) {
        long bits = value + 0x9e3779b97f4a7c15L;
        bits = (bits ^ bits >>> 30) * 0xbf58476d1ce4e5b9L;
        bits = (bits ^ bits >>> 27) * 0x94d049bb133111ebL;
        return bits ^ bits >>> 31;
    }
}
