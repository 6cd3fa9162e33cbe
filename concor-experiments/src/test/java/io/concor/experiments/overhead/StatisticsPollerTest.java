package io.concor.experiments.overhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.concor.experiments.result.ComponentReading;
import io.concor.experiments.result.ExampleResults;
import io.concor.experiments.result.RampStatistics;
import io.concor.experiments.testbed.Ramp;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadTotals;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Selects the statistics for the diagnosis. */
class StatisticsPollerTest {

    private static final String ANSWER = """
            {
              "slots":[{"name":"resolver","queueSize":%d,"activeThreads":1,"totalThreads":1}],
              "window":{"components":[{"name":"resolver","service":{"meanMicros":1}}],"slots":[{"name":"resolver"}]}
            }""";
    private static final Duration SETTLE = Duration.ofSeconds(2);

    private final AtomicInteger answers = new AtomicInteger();
    private HttpServer service;

    @BeforeEach
    void start() throws IOException {
        service = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        service.createContext("/", this::answer);
        service.start();
    }

    @AfterEach
    void stop() {
        service.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        byte[] body = ANSWER.formatted(answers.incrementAndGet()).getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Test
    @Tag("full")
    void returnsTheLastStatisticsBeforeEachTime() {
        try (StatisticsPoller poller = new StatisticsPoller(
                URI.create("http://localhost:" + service.getAddress().getPort() + "/"))) {
            await("one that was read").until(() -> answers.get() > 1);
            SimulatorResult run = run(Instant.now().minusSeconds(1), 1);
            await("the end of the run").until(() -> Instant.now().isAfter(run.at(4)));
            int seen = answers.get();
            await("one that is too late").until(() -> answers.get() > seen);

            RampStatistics diagnosis = poller.diagnosis(run, ramp());

            assertThat(diagnosis.calmSecond()).isEqualTo(1);
            assertThat(diagnosis.brokenSecond()).isEqualTo(3);
            assertThat(queue(diagnosis.calm())).isLessThan(queue(diagnosis.broken()));
            assertThat(queue(diagnosis.broken())).isLessThan(answers.get());
        }
    }

    private static SimulatorResult run(Instant started, int broken) {
        SimulatorResult outcome = ExampleResults.outcome(
                new LoadTotals(1, 1, 0, 0, 0, 0), new BreakingPoint(40, 50, broken, 41.5, 50, 50, 0), List.of());
        return new SimulatorResult(
                outcome.completedBy(), started, outcome.breakingPoint(), outcome.marks(), outcome.account());
    }

    private static Ramp ramp() {
        return new Ramp(40, 10, Duration.ofSeconds(1), SETTLE, Duration.ofMillis(80));
    }

    private static int queue(List<ComponentReading> readings) {
        return Objects.requireNonNull(readings.get(0).slot()).queue();
    }
}
