package io.concor.experiments.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Finds free ports below the range for outgoing connections. A load opens many of those, and one could take a port
 * after it was chosen.
 */
public final class FreePorts {

    private static final int FIRST = 10_000;
    private static final int COUNT = 20_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePorts() {}

    /** Returns a port on which no process listens, and which was not returned before. */
    public static int next() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + NEXT.getAndIncrement() % COUNT;
            if (isFree(port)) {
                return port;
            }
        }
        throw new ExperimentException("No free port from %d to %d".formatted(FIRST, FIRST + COUNT - 1));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
