package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HttpCaller;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** A server in this process. */
final class RunningServer implements AutoCloseable {

    private static final List<String> COMMON = List.of(
            "--server.port=0",
            "--spring.main.banner-mode=off",
            "--concor.presets.location=../presets",
            "--concor.queue-server.users.carol=carol-may-listen");

    private static final int WAKE_UPS = 8;

    private final ConfigurableApplicationContext context;
    private final int port;

    private RunningServer(ConfigurableApplicationContext context) {
        this.context = context;
        port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    static RunningServer start(List<String> settings, String... further) {
        return start(new Class<?>[] {QueueServerApplication.class}, settings, further);
    }

    static RunningServer start(Class<?>[] sources, List<String> settings, String... further) {
        return new RunningServer(new SpringApplicationBuilder(sources)
                .run(Stream.of(COMMON.stream(), settings.stream(), Stream.of(further))
                        .flatMap(each -> each)
                        .toArray(String[]::new)));
    }

    TestClient alice() {
        return client("alice", "alice-may-send");
    }

    TestClient bob() {
        return client("bob", "bob-may-receive");
    }

    TestClient carol() {
        return client("carol", "carol-may-listen");
    }

    TestClient client(String name, String password) {
        return new TestClient(name, HttpCaller.as(name, password, port));
    }

    HttpCaller operator() {
        return HttpCaller.as("operator", "may-read-and-change", port);
    }

    /** Returns a caller of the management endpoints where they have a port of their own. */
    HttpCaller management(String name, String password) {
        return HttpCaller.as(name, password, managementPort());
    }

    int managementPort() {
        return context.getEnvironment().getRequiredProperty("local.management.port", Integer.class);
    }

    HttpCaller anonymous() {
        return new HttpCaller(port);
    }

    int port() {
        return port;
    }

    /** Waits until so many receives wait. */
    void awaitWaiting(int count) {
        Gauge waiting =
                bean(MeterRegistry.class).get("concor.queueserver.waiting").gauge();
        await("receives that wait")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(10))
                .until(() -> (int) waiting.value() == count);
    }

    /**
     * Checks that a message wakes a receive that waits at this server. The look of each second would find it as well, after half a second
     * on average. On a machine that is busy all takes longer, also a message and a receive that do not wait.
     */
    void assertWakesAtOnce(TestClient sender, TestClient receiver, String queue) throws Exception {
        long waited = 0;
        long direct = 0;
        for (int i = 0; i < WAKE_UPS; i++) {
            CompletableFuture<HttpResponse<String>> waiting = receiver.receiveLater(queue, "?wait=50s");
            awaitWaiting(1);
            long began = System.nanoTime();
            sender.sendTo(receiver.name(), queue, "wake up");
            assertThat(text(waiting.get(50, TimeUnit.SECONDS), "content")).isEqualTo("wake up");
            long woken = System.nanoTime();
            sender.sendTo(receiver.name(), queue, "direct");
            assertThat(text(receiver.receive(queue), "content")).isEqualTo("direct");
            waited += woken - began;
            direct += System.nanoTime() - woken;
        }
        assertThat(Duration.ofNanos(waited - 4 * direct)).isLessThan(Duration.ofMillis(200L * WAKE_UPS));
    }

    <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
