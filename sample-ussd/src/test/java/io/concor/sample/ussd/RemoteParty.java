package io.concor.sample.ussd;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** An operator under a test's control: remembers what it got, holds answers back, or gives bad ones. */
final class RemoteParty {

    /** Subscribers with this end of their number are not known to the operator. */
    static final String REFUSED = "0000";

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final JsonMapper json = new JsonMapper();
    private final Collection<ReplySender.ReplyBody> received = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);
    private volatile int status = 200;
    private volatile Duration delay = Duration.ZERO;

    private RemoteParty(HttpServer server) {
        this.server = server;
    }

    static RemoteParty start() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
            RemoteParty party = new RemoteParty(server);
            server.createContext("/", party::answer);
            server.setExecutor(Executors.newCachedThreadPool(RemoteParty::daemon));
            server.start();
            return party;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "remote-party");
        thread.setDaemon(true);
        return thread;
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/replies";
    }

    void answerWith(int status) {
        this.status = status;
    }

    void answerAfter(Duration delay) {
        this.delay = delay;
    }

    void holdAnswers() {
        gate = new CompletableFuture<>();
    }

    void letGo() {
        gate.complete(null);
    }

    void startAnew() {
        letGo();
        status = 200;
        received.clear();
        delay = Duration.ZERO;
    }

    long refused() {
        return received.stream()
                .filter(reply -> reply.msisdn().endsWith(REFUSED))
                .count();
    }

    int count() {
        return received.size();
    }

    List<ReplySender.ReplyBody> received() {
        return List.copyOf(received);
    }

    List<String> sessions() {
        return received.stream().map(ReplySender.ReplyBody::sessionId).toList();
    }

    ReplySender.ReplyBody last() {
        List<ReplySender.ReplyBody> all = received();
        return all.get(all.size() - 1);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        ReplySender.ReplyBody reply = json.readValue(body, ReplySender.ReplyBody.class);
        int answer = reply.msisdn().endsWith(REFUSED) ? 500 : status;
        received.add(reply);
        Executor later = CompletableFuture.delayedExecutor(delay.toMillis(), MILLISECONDS);
        gate.thenRunAsync(() -> answer(exchange, answer), later);
    }

    private static void answer(HttpExchange exchange, int status) {
        try (exchange) {
            exchange.sendResponseHeaders(status, -1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
