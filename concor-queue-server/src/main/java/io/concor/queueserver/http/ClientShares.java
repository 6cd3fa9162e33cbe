package io.concor.queueserver.http;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Shares places among clients. One client may take so many, and no more than a quarter of those that are still free: the more the others
 * have, the fewer. In the long run, {@code n} clients that want all have the {@code (n + 4)}th part each, and four such parts stay free.
 * One place is for each client, so that more clients than places exceed these. Thread-safe.
 */
final class ClientShares {

    private static final int PARTS = 4;

    private final int places;
    private final int mostOfClient;
    private final AtomicInteger taken = new AtomicInteger();
    private final Map<String, Integer> takenByClient = new ConcurrentHashMap<>();

    ClientShares(int places, int mostOfClient) {
        this.places = places;
        this.mostOfClient = mostOfClient;
    }

    /** Takes a place, to be {@linkplain #release released}. Returns false, and takes none, if the client has its share. */
    boolean tryTake(String client) {
        int free = places - taken.incrementAndGet();
        int own = takenByClient.merge(client, 1, Integer::sum);
        boolean isWithinShare = own == 1 || own <= Math.min(mostOfClient, free / PARTS);
        if (!isWithinShare) {
            release(client);
        }
        return isWithinShare;
    }

    void release(String client) {
        taken.decrementAndGet();
        takenByClient.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }

    /** Returns how many places are taken. */
    int taken() {
        return taken.get();
    }
}
