package io.concor.experiments.overhead;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.cost.CostMeasurement;
import io.concor.experiments.result.ComponentReading;
import io.concor.experiments.testbed.LoadRuns;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.SimulatorResult;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.experiments.testbed.Workspace;
import io.concor.simulator.CallbackReceiverType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Measures a real application, if it is built: {@code -Dconcor.experiments=true}. */
@Timeout(300) // against hanging only
@EnabledIfSystemProperty(named = "concor.experiments", matches = "true")
class CostMeasurementTest {

    private static final TestbedSettings USSD = new TestbedSettings(
            SampleApplication.USSD, SampleVariant.SAMPLED, null, List.of(), CallbackReceiverType.own);

    @TempDir
    private Path folder;

    @Test
    void measuresTheApplicationUnderLoadAndCleansUp() {
        Workspace workspace = new Workspace(Path.of(".."), folder);
        try (Testbed testbed = Testbed.start(workspace, USSD, folder.resolve("run"));
                StatisticsPoller poller = new StatisticsPoller(testbed.endpoint("concorstats/ussd"))) {
            Duration before = testbed.cpu();

            SimulatorResult outcome =
                    testbed.simulate("load", List.of("constant", "--rate=100", "--for=2s"), Duration.ofSeconds(2));

            assertThat(outcome.account().totals().completed()).isEqualTo(200);
            assertThat(outcome.completedBy()).isEqualTo("arrival at the simulator's own receiver");
            assertThat(testbed.cpu()).isGreaterThan(before);
            assertThat(testbed.compilers()).isGreaterThan(Duration.ofMillis(100));
            LoadRuns.warmUp(testbed, Duration.ofSeconds(1));
            assertThat(folder.resolve("run/warm-up/result.json")).content().contains("\"maxInFlight\" : 8");
            assertThat(testbed.machine()).containsKey("processors");
            assertThat(testbed.machine().get("idle processors"))
                    .isEqualTo(
                            Files.isWritable(Path.of("/dev/cpu_dma_latency"))
                                    ? "idle processors kept awake by /dev/cpu_dma_latency"
                                    : "idle processors may sleep");
            CostMeasurement measured =
                    CostMeasurement.measure(testbed, "cost", 50, Duration.ofSeconds(2), Duration.ofSeconds(1));
            assertThat(measured.cost().cpuMicros()).isBetween(1.0, 1e6);
            assertThat(measured.lateness().maxMicros()).isPositive();
            assertThat(folder.resolve("run/cost/result.json")).content().contains("\"leadInSeconds\" : 2");
            assertThat(poller.before(Instant.now()))
                    .extracting(ComponentReading::component)
                    .contains("session-manager", "message-sender");
        }
        assertThat(ProcessHandle.current().children().flatMap(CostMeasurementTest::commands))
                .noneMatch(this::ours);
    }

    private static Stream<String> commands(ProcessHandle process) {
        return process.info().commandLine().stream();
    }

    private boolean ours(String command) {
        return command.contains("sample-ussd") || command.contains(folder.toString());
    }
}
