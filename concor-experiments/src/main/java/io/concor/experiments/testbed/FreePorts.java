package io.concor.experiments.testbed;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports to listen on, below those that the system gives to outgoing connections: a load opens many of these, and one of
 * them could take a port that was free when it was chosen.
 */
final class FreePorts {

    private static final int FIRST = 10_000;
    private static final int COUNT = 20_000;
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(COUNT));

    private FreePorts() {}

    /** One on which nobody listens, and that was not asked for before. */
    static int free() {
        for (int tries = 0; tries < COUNT; tries++) {
            int port = FIRST + NEXT.getAndIncrement() % COUNT;
            if (free(port)) {
                return port;
            }
        }
        throw new ExperimentException("No port from %d on is free".formatted(FIRST));
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
