package io.concor.experiments.durable.fault;

import io.concor.experiments.testbed.ProxyServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A connection through the proxy: two threads, one for each direction. */
final class RelayedConnection {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket client;
    private final Socket database;
    private final CommitDetector commits;
    private final AtomicReference<ConnectionCut> armed;

    /** Cuts when the server answers next. */
    private volatile @Nullable ConnectionCut cutAtAnswer;

    private volatile boolean silent;

    RelayedConnection(Socket client, Socket database, CommitDetector commits, AtomicReference<ConnectionCut> armed) {
        this.client = client;
        this.database = database;
        this.commits = commits;
        this.armed = armed;
    }

    /** Relays until one of the sides has ended the connection. */
    void relay() throws IOException {
        ProxyServer.startThread("proxy-answers", this::relayAnswers);
        byte[] buffer = new byte[BUFFER_BYTES];
        InputStream in = client.getInputStream();
        OutputStream out = database.getOutputStream();
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            awaitEndOfSilence();
            if (commits.read(buffer, read) && endsAtCommit()) {
                return;
            }
            relay(buffer, read, out);
        }
    }

    /** Whether the commit must not reach the server. */
    private boolean endsAtCommit() {
        ConnectionCut cut = armed.get();
        if (cut == null || cut.when() == Fault.CUT_ANYWHERE || !armed.compareAndSet(cut, null)) {
            return false;
        }
        if (cut.when() == Fault.CUT_AFTER_COMMIT) {
            cutAtAnswer = cut;
            return false;
        }
        cut(cut);
        return true;
    }

    private void relayAnswers() throws IOException {
        try (client) {
            byte[] buffer = new byte[BUFFER_BYTES];
            InputStream in = database.getInputStream();
            OutputStream out = client.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                awaitEndOfSilence();
                ConnectionCut cut = cutAtAnswer;
                if (cut != null) {
                    cut(cut);
                    return;
                }
                relay(buffer, read, out);
            }
        }
    }

    private void relay(byte[] buffer, int read, OutputStream out) throws IOException {
        ConnectionCut cut = armed.get();
        if (cut != null && cut.when() == Fault.CUT_ANYWHERE && armed.compareAndSet(cut, null)) {
            out.write(buffer, 0, Math.min(read, cut.moreBytes()));
            cut(cut);
        } else {
            out.write(buffer, 0, read);
        }
    }

    private void cut(ConnectionCut cut) {
        cut();
        cut.done().countDown();
    }

    void silence() {
        silent = true;
    }

    /** What fell silent stays so until it is cut; then what was held back is dropped. */
    private void awaitEndOfSilence() throws IOException {
        while (silent) {
            if (client.isClosed()) {
                throw new IOException("The connection was cut");
            }
            try {
                Thread.sleep(1);
            } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
                throw new IOException(ending);
            }
        }
    }

    /** Resets both sides. */
    void cut() {
        for (Socket side : new Socket[] {client, database}) {
            try {
                side.setSoLinger(true, 0);
                side.close();
            } catch (IOException closed) {
                // it is closed
            }
        }
    }
}
