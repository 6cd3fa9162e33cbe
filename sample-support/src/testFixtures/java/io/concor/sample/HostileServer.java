package io.concor.sample;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * An HTTP server that breaks the rules, on a thread for each connection and direction. It knows which connections its
 * peer has left open. Thread-safe.
 */
public final class HostileServer implements Closeable {

    private static final byte[] HONEST_ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".getBytes(US_ASCII);
    private static final byte[] EARLY_ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".getBytes(US_ASCII);

    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private final AtomicInteger answered = new AtomicInteger();
    private final ServerSocket server;
    private volatile @Nullable HostileAnswer hostile;
    private volatile boolean reading = true;

    /** Starts a server, which answers 200 until it turns hostile. */
    public HostileServer() {
        try {
            server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        run(this::accept);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    public void answerWith(HostileAnswer answer) {
        hostile = answer;
    }

    /** Answers requests of new connections 200, each by a connection of its own. */
    public void turnHonest() {
        hostile = null;
    }

    /** Answers 200 at once and keeps the connections, but does not read the requests. */
    public void answerWithoutReading() {
        reading = false;
    }

    /** Returns the number of connections that neither side has closed. */
    public int openConnections() {
        return open.size();
    }

    /** Returns the number of connections since the start. */
    public int acceptedConnections() {
        return accepted.get();
    }

    /** Returns the number of answers 200. */
    public int answered() {
        return answered.get();
    }

    public void closeConnections() {
        open.forEach(HostileServer::close);
    }

    @Override
    public void close() throws IOException {
        server.close();
        closeConnections();
    }

    private void accept() throws IOException {
        while (true) {
            Socket peer = server.accept();
            accepted.incrementAndGet();
            open.add(peer);
            run(() -> serve(peer));
            if (server.isClosed()) {
                closeConnections();
            }
        }
    }

    private void serve(Socket peer) throws IOException, InterruptedException {
        try (peer) {
            if (reading) {
                receive(peer);
            } else {
                peer.getOutputStream().write(EARLY_ANSWER);
                HostileAnswer.DRIPPING_HEAD.send(peer);
            }
        } finally {
            open.remove(peer);
        }
    }

    /** Answers the first bytes of a request and reads to the end of the connection. */
    private void receive(Socket peer) throws IOException {
        byte[] ignored = new byte[16 * 1024];
        if (peer.getInputStream().read(ignored) >= 0) {
            run(() -> answer(peer));
        }
        while (peer.getInputStream().read(ignored) >= 0) {
            // the rest of the request
        }
    }

    private void answer(Socket peer) throws IOException, InterruptedException {
        HostileAnswer answer = hostile;
        if (answer == null) {
            answered.incrementAndGet();
            peer.getOutputStream().write(HONEST_ANSWER);
            peer.shutdownOutput();
        } else {
            answer.send(peer);
        }
    }

    private static void close(Socket peer) {
        try {
            peer.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Work {

        void run() throws IOException, InterruptedException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException | InterruptedException closed) {
                        // the end of the connection or of the server
                    }
                },
                "hostile-server");
        thread.setDaemon(true);
        thread.start();
    }
}
