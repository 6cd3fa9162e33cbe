package io.concor.experiments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A bench with a real application, where it has been built before: in the build of the whole repository it has. */
@Timeout(300) // only against hanging
class BenchTest {

    private static final Setting USSD =
            new Setting(Sample.USSD, SampleVariant.SAMPLED, null, List.of(), SimulatorReceiver.own);

    @TempDir
    private Path folder;

    @Test
    void measuresTheApplicationUnderLoadAndLeavesNothingBehind() {
        Workplace workplace = new Workplace(Path.of(".."), folder);
        assumeTrue(built(workplace), "sample-ussd has not been packaged");
        try (Bench bench = Bench.start(workplace, USSD, folder.resolve("run"));
                Watch watch = new Watch(bench.endpoint("concorstats/ussd"))) {
            Duration before = bench.cpu();

            Outcome outcome =
                    bench.simulate("load", List.of("constant", "--rate=100", "--for=2s"), Duration.ofSeconds(2));

            assertThat(outcome.account().totals().completed()).isEqualTo(200);
            assertThat(outcome.completedBy()).isEqualTo("arrival at the simulator's own receiver");
            assertThat(bench.cpu()).isGreaterThan(before);
            assertThat(bench.compilers()).isGreaterThan(Duration.ofMillis(100));
            Loads.warmUp(bench, Duration.ofSeconds(1));
            assertThat(folder.resolve("run/warm-up/result.json")).content().contains("\"maxInFlight\" : 8");
            assertThat(bench.machine()).containsKey("processors");
            assertThat(bench.machine().get("idle processors"))
                    .isEqualTo(
                            Files.isWritable(Path.of("/dev/cpu_dma_latency"))
                                    ? "idle processors kept awake by /dev/cpu_dma_latency"
                                    : "idle processors may sleep");
            Cost cost = Loads.cost(bench, "cost", 50, Duration.ofSeconds(2), Duration.ofSeconds(1));
            assertThat(cost.cpuMicros()).isBetween(1.0, 1e6);
            assertThat(folder.resolve("run/cost/result.json")).content().contains("\"leadInSeconds\" : 2");
            assertThat(watch.before(Instant.now()))
                    .extracting(Reading::component)
                    .contains("session-manager", "message-sender");
        }
        assertThat(ProcessHandle.current().children().flatMap(BenchTest::commands))
                .noneMatch(this::ours);
    }

    private static boolean built(Workplace workplace) {
        try {
            return Files.isRegularFile(workplace.jar(Sample.USSD));
        } catch (ExperimentException notBuilt) {
            return false;
        }
    }

    private static Stream<String> commands(ProcessHandle process) {
        return process.info().commandLine().stream();
    }

    private boolean ours(String command) {
        return command.contains("sample-ussd") || command.contains(folder.toString());
    }

    @Test
    void saysHowToBuildWhatIsMissing() {
        Workplace empty = new Workplace(folder, folder);

        assertThatThrownBy(() -> Bench.start(empty, USSD, folder.resolve("run")))
                .isInstanceOf(ExperimentException.class)
                .hasMessageContainingAll("sample-ussd", "mvn -q -Pexperiments");
        assertThatThrownBy(() -> Bench.start(
                        empty,
                        new Setting(
                                Sample.MO_FLOW,
                                SampleVariant.PLAIN,
                                Database.postgres,
                                List.of(),
                                SimulatorReceiver.own),
                        folder.resolve("run")))
                .hasMessageContainingAll("databases", "mvn -q -Pexperiments");
    }

    @Test
    void namesTheProfilesOfAnApplication() {
        assertThat(new Setting(
                                Sample.MO_FLOW,
                                SampleVariant.PLAIN,
                                Database.mariadb,
                                Case.ONE.profiles(),
                                SimulatorReceiver.own)
                        .profiles())
                .isEqualTo("production,mariadb,unpooled,plain");
        assertThat(USSD.profiles()).isEqualTo("production");
    }
}
