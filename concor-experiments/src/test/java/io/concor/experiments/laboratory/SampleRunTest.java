package io.concor.experiments.laboratory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.concor.diagnosis.verdict.Cause;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.experiments.testbed.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300) // against hanging only
@Tag("full")
class SampleRunTest {

    private static final SamplePlant LOCK =
            SamplePlant.in(SampleApplication.USSD, "lock", 100).expects(Cause.LOCK, "menu-resolver");
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    @TempDir
    private Path folder;

    private HttpServer endpoints;
    private volatile String cause = "lock";
    private final AtomicReference<List<String>> sent = new AtomicReference<>();
    private final CountDownLatch closed = new CountDownLatch(1);

    @BeforeEach
    void serve() throws IOException {
        endpoints = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/concordiagnosis/ussd", () -> """
                {"flow":"ussd","state":"limited","since":"2026-11-23T12:00:00Z","cause":"%s","component":"menu-resolver",
                 "confidence":0.98,"summary":"waits","evidence":[{"signal":"stacks","value":0.9,"threshold":0.3,
                 "unit":"share","windows":5}],"against":[],"suspects":[{"cause":"cpu","confidence":0.2}],
                 "advice":[{"text":"change","slot":"logger","change":{"pool":"none"}}]}""".formatted(cause));
        answer("/auditevents", () -> """
                {"events":[{"timestamp":"2999-11-23T12:00:00Z","type":"CONCOR_FLOW_LIMITED",
                 "data":{"cause":"lock","component":"menu-resolver"}}]}""");
        endpoints.start();
    }

    private void answer(String path, Supplier<String> body) {
        endpoints.createContext(path, exchange -> {
            byte[] text = body.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, text.length);
            exchange.getResponseBody().write(text);
            exchange.close();
        });
    }

    @AfterEach
    void stop() {
        closed.countDown();
        endpoints.stop(0);
    }

    /** An application whose load lasts until the end of the test, unless it fails at once. */
    private final class Application implements MeasuredApplication {

        private final boolean failing;

        private Application(boolean failing) {
            this.failing = failing;
        }

        @Override
        public SimulatorResult simulate(String run, List<String> profile, Duration time) {
            sent.set(profile);
            try {
                if (!failing) {
                    closed.await();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
            throw new ExperimentException("no load");
        }

        @Override
        public Duration cpu() {
            return Duration.ZERO;
        }

        @Override
        public Duration compilers() {
            return Duration.ZERO;
        }

        @Override
        public URI endpoint(String path) {
            return URI.create(
                    "http://127.0.0.1:%d/%s".formatted(endpoints.getAddress().getPort(), path));
        }

        @Override
        public String databaseVersion() {
            return "none";
        }

        @Override
        public Map<String, String> machine() {
            return Map.of();
        }

        @Override
        public void close() {}
    }

    @Test
    void readsARightVerdictUnderLoad() throws Exception {
        PlantResult found = SampleRun.run(LOCK, 2, PATIENCE, new Application(false));

        assertThat(found.right()).isTrue();
        assertThat(found.plant()).isEqualTo("ussd/lock");
        assertThat(found.confidence()).isEqualTo(0.98);
        assertThat(found.suspects()).containsExactly("cpu (0.20)");
        assertThat(found.evidence()).hasSize(1);
        assertThat(found.alarms()).singleElement().asString().endsWith(": lock at menu-resolver");
        assertThat(sent.get()).contains("constant", "--rate=200");
    }

    @Test
    void isWrongAboutAnotherCause() throws Exception {
        cause = "cpu";

        PlantResult found = SampleRun.run(LOCK, 2, PATIENCE, new Application(false));

        assertThat(found.right()).isFalse();
        assertThat(found.cause()).isEqualTo("cpu");
    }

    @Test
    void failsIfThereIsNoLoad() {
        assertThatThrownBy(() -> SampleRun.run(LOCK, 2, PATIENCE, new Application(true)))
                .isInstanceOf(ExperimentException.class)
                .hasMessage("no load");
    }

    /** Runs a real sample, if it is built: {@code -Dconcor.experiments=true}. */
    @Test
    @EnabledIfSystemProperty(named = "concor.experiments", matches = "true")
    void plantsACauseInARealSample() throws Exception {
        Workspace workspace = new Workspace(Path.of(".."), folder);
        SamplePlant plant = Plants.named(SamplePlants.all(), "ussd/single-thread");

        PlantResult found = SampleRun.run(plant, 2, Duration.ofSeconds(60), workspace);

        assertThat(found.note()).isNull();
        assertThat(found.verdicts()).anyMatch(verdict -> verdict.contains("session-manager"));
    }
}
