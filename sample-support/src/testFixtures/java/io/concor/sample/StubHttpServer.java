package io.concor.sample;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;

/**
 * An HTTP server under the control of a test: keeps what it receives, holds answers back, or answers with an
 * error. Thread-safe.
 *
 * @param <T> the type of what it receives
 */
public abstract class StubHttpServer<T> {

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Collection<T> received = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    private volatile int status = 200;

    /** Starts the server. */
    protected StubHttpServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newCachedThreadPool(StubHttpServer::daemon));
        server.start();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "stub-http-server");
        thread.setDaemon(true);
        return thread;
    }

    /** Reads a request. */
    protected abstract T read(String path, byte[] body);

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public final void answerWith(int status) {
        this.status = status;
    }

    public final void holdAnswers() {
        gate = new CompletableFuture<>();
    }

    public final void releaseAnswers() {
        gate.complete(null);
    }

    /** Releases all answers, forgets what it received and answers 200 again. */
    public final void reset() {
        releaseAnswers();
        status = 200;
        received.clear();
    }

    public final int count() {
        return received.size();
    }

    public final List<T> received() {
        return List.copyOf(received);
    }

    private void answer(HttpExchange exchange) throws IOException {
        T message = read(
                exchange.getRequestURI().getPath(), exchange.getRequestBody().readAllBytes());
        int answer = status;
        received.add(message);
        gate.thenRunAsync(() -> answer(exchange, answer));
    }

    private static void answer(HttpExchange exchange, int status) {
        try (exchange) {
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
