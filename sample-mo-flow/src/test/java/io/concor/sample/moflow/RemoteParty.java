package io.concor.sample.moflow;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/** Applications under a test's control: remembers what it got, holds answers back, or gives bad ones. */
final class RemoteParty {

    record Received(String path, AtTranslator.AtBody body) {}

    static {
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final JsonMapper json = new JsonMapper();
    private final Collection<Received> received = new ConcurrentLinkedQueue<>();
    private final HttpServer server;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile int status = 200;

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
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    void answerWith(int status) {
        this.status = status;
    }

    void holdAnswers() {
        gate = new CountDownLatch(1);
    }

    void letGo() {
        gate.countDown();
    }

    void startAnew() {
        letGo();
        status = 200;
        received.clear();
    }

    int count() {
        return received.size();
    }

    List<Received> received() {
        return List.copyOf(received);
    }

    List<String> texts() {
        return received.stream().map(message -> message.body().message()).toList();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            received.add(
                    new Received(exchange.getRequestURI().getPath(), json.readValue(body, AtTranslator.AtBody.class)));
            gate.await();
            exchange.sendResponseHeaders(status, -1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
