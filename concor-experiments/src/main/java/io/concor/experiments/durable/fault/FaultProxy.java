package io.concor.experiments.durable.fault;

import io.concor.experiments.durable.server.DatabaseKind;
import io.concor.experiments.testbed.ProxyServer;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Relays connections to a database on this machine, cuts them and lets them fall silent. If the database is not there,
 * connections are closed. Thread-safe.
 */
public final class FaultProxy implements AutoCloseable {

    private final DatabaseKind kind;
    private final Set<RelayedConnection> connections = ConcurrentHashMap.newKeySet();
    /** The next cut, until a connection has taken it. */
    private final AtomicReference<ConnectionCut> armed = new AtomicReference<>();

    private final ProxyServer server;

    private FaultProxy(int targetPort, DatabaseKind kind) {
        this.kind = kind;
        this.server = ProxyServer.start(targetPort, this::relay);
    }

    /** Relays to a port from now on. */
    public static FaultProxy start(int targetPort, DatabaseKind kind) {
        return new FaultProxy(targetPort, kind);
    }

    private void relay(Socket client, Socket database) throws IOException {
        RelayedConnection connection = new RelayedConnection(client, database, CommitDetector.of(kind), armed);
        connections.add(connection);
        try {
            connection.relay();
        } finally {
            connections.remove(connection);
        }
    }

    /** Returns the port for clients. */
    public int port() {
        return server.port();
    }

    /**
     * Cuts the connection to which it happens next.
     *
     * @param moreBytes of {@link Fault#CUT_ANYWHERE}: what is still relayed, in both directions
     * @return false if it happened to none within the time
     */
    public boolean cut(Fault when, int moreBytes, Duration within) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        ConnectionCut cut = new ConnectionCut(when, moreBytes, done);
        armed.set(cut);
        boolean happened = done.await(within.toMillis(), TimeUnit.MILLISECONDS);
        return !armed.compareAndSet(cut, null) || happened;
    }

    /** Relays nothing more for the connections that are open, and cuts them after the time. */
    public int silence(Duration time) throws InterruptedException {
        List<RelayedConnection> silenced = List.copyOf(connections);
        silenced.forEach(RelayedConnection::silence);
        TimeUnit.MILLISECONDS.sleep(time.toMillis());
        silenced.forEach(RelayedConnection::cut);
        return silenced.size();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException closed) {
            // nothing is left to close
        }
        connections.forEach(RelayedConnection::cut);
    }
}
