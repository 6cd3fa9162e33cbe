package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The money tracker as a process of its own. */
final class TrackerProcess {

    private static final Duration START = Duration.ofMinutes(2);
    private static final List<String> JVM = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");

    private final Process process;

    private TrackerProcess(Process process) {
        this.process = process;
    }

    /** Starts it and waits until it serves its clients. */
    static TrackerProcess start(int port, Path log, List<String> settings) throws IOException {
        TrackerProcess started =
                new TrackerProcess(new ProcessBuilder(Stream.of(List.of(java()), JVM, application(port), settings)
                                .flatMap(List::stream)
                                .toList())
                        .redirectErrorStream(true)
                        .redirectOutput(Redirect.appendTo(log.toFile()))
                        .start());
        TrackerClient client = new TrackerClient(port);
        await("the start of the money tracker, see " + log)
                .atMost(START)
                .failFast("it ended", () -> !started.process.isAlive())
                .until(() -> serves(client));
        return started;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static List<String> application(int port) {
        return List.of(
                "-cp",
                System.getProperty("java.class.path"),
                MoneyTrackerApplication.class.getName(),
                "--server.port=" + port,
                "--concor.presets.location=../presets",
                "--logging.level.money-tracker.trx=off");
    }

    private static boolean serves(TrackerClient client) {
        try {
            return client.get("/actuator/health").statusCode() == 200;
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    /** Kills it as the operating system does: none of its code runs any more. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Stops it in order. */
    void stop() throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).as("ended in order").isTrue();
    }
}
