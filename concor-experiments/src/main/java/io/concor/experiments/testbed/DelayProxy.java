package io.concor.experiments.testbed;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * Relays connections to a port of this machine and delays what clients send, but not the answers: each round trip takes
 * longer by the delay, as between machines. What is sent together stays together, so the delay does not limit throughput.
 *
 * <p>If the target is not there, connections are closed. Waking a thread adds some 0.1 ms.
 */
public final class DelayProxy implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final Chunk END = new Chunk(0, new byte[0]);

    private final long delayNanos;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final ProxyServer server;

    private DelayProxy(int targetPort, Duration delay) {
        this.delayNanos = delay.toNanos();
        this.server = ProxyServer.start(targetPort, this::relay);
    }

    /** Relays to a port from now on. */
    public static DelayProxy start(int targetPort, Duration delay) {
        return new DelayProxy(targetPort, delay);
    }

    /** Returns the port for clients. */
    public int port() {
        return server.port();
    }

    private void relay(Socket client, Socket database) throws IOException {
        sockets.add(client);
        sockets.add(database);
        try {
            ProxyServer.startThread("proxy-answers", () -> relayAnswers(database, client));
            BlockingQueue<Chunk> sent = new LinkedBlockingQueue<>();
            ProxyServer.startThread("proxy-delay", () -> writeDelayed(sent, database));
            try {
                readInto(sent, client);
            } finally {
                sent.add(END);
            }
        } finally {
            sockets.remove(client);
        }
    }

    /** What was read at once, and when it goes on. */
    private record Chunk(long dueNanos, byte[] bytes) {}

    private void readInto(BlockingQueue<Chunk> sent, Socket client) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int read = client.getInputStream().read(buffer);
                read >= 0;
                read = client.getInputStream().read(buffer)) {
            sent.add(new Chunk(System.nanoTime() + delayNanos, Arrays.copyOf(buffer, read)));
        }
    }

    private void writeDelayed(BlockingQueue<Chunk> sent, Socket database) throws IOException {
        try (database) {
            OutputStream out = database.getOutputStream();
            for (Chunk chunk = sent.take(); chunk != END; chunk = sent.take()) {
                for (long left = delayNanos; left > 0; left = chunk.dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(chunk.dueNanos - System.nanoTime());
                }
                out.write(chunk.bytes);
            }
        } catch (InterruptedException impossible) {
            Thread.currentThread().interrupt();
        } finally {
            sockets.remove(database);
        }
    }

    private static void relayAnswers(Socket database, Socket client) throws IOException {
        try (client) {
            database.getInputStream().transferTo(client.getOutputStream());
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException closed) {
            // nothing is left to close
        }
    }
}
