package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HttpCaller;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.test.util.TestSocketUtils;

/** A node of the gateway as a process of its own. */
final class GatewayProcess {

    private static final Duration START = Duration.ofMinutes(2);
    private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

    private final Process process;
    private final Path log;
    private final GatewayClient client;

    private GatewayProcess(Process process, Path log, int port) {
        this.process = process;
        this.log = log;
        this.client = new GatewayClient(port);
    }

    /** Starts it. */
    static GatewayProcess start(String node, Path log, List<String> settings) throws IOException {
        int port = TestSocketUtils.findAvailableTcpPort();
        Process process = new ProcessBuilder(Stream.of(List.of(java()), JVM, application(node, port), settings)
                        .flatMap(List::stream)
                        .toList())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()))
                .start();
        return new GatewayProcess(process, log, port);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static List<String> application(String node, int port) {
        return List.of(
                "-cp",
                System.getProperty("java.class.path"),
                MoFlowApplication.class.getName(),
                "--spring.profiles.active=tour,distributed",
                "--concor.node=" + node,
                "--server.port=" + port,
                "--concor.presets.location=../presets",
                "--logging.level.mo-flow.trans=off");
    }

    /** Waits until it serves its clients. */
    GatewayProcess awaitReady() {
        await("the start of the gateway, see " + log)
                .atMost(START)
                .failFast("it ended", () -> !process.isAlive())
                .until(this::serves);
        return this;
    }

    private boolean serves() {
        try {
            return client.get("/actuator/health").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    GatewayClient client() {
        return client;
    }

    /** Returns how many events have ended here. */
    long completed() {
        return client.ended();
    }

    /** Returns how the events of a slot wait here. */
    String queue(String slot) {
        return HttpCaller.json(client.get("/actuator/concorslots/mo-flow/" + slot))
                .path("queue")
                .asString("memory");
    }

    /** Kills it as the operating system does: none of its code runs any more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it in order. */
    void stop() throws InterruptedException {
        stop(Duration.ofMinutes(1));
    }

    /** Stops it in order, within some time. */
    void stop(Duration most) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS))
                .as("ended in order")
                .isTrue();
    }
}
