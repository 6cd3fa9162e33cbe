package io.concor.experiments.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.concor.experiments.testbed.ApplicationOptions;
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
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Twins in samples that have been packaged before: in the build of the whole repository these two have. */
@Tag("full")
@Timeout(180)
class RunningTwinTest {

    private static final ApplicationOptions WITH_ACCOUNTS = new ApplicationOptions(
            List.of(),
            List.of(
                    "--spring.flyway.locations=classpath:db/migration,classpath:db/plants",
                    "--money-tracker.database-delay=0ms"),
            false);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource(names = {"USSD", "MONEY_TRACKER"})
    void completesEachRequest(SampleApplication sample) {
        assumeTrue(Files.isDirectory(Path.of("..", "sample-" + sample.flow(), "target", "classes")));
        TestbedSettings settings = new TestbedSettings(
                sample, SampleVariant.PLAIN, null, List.of("tour"), CallbackReceiverType.own, WITH_ACCOUNTS);

        try (Testbed testbed = Testbed.start(new Workspace(Path.of(".."), folder), settings, folder.resolve("run"))) {
            SimulatorResult outcome = testbed.simulate(
                    "load", List.of("constant", "--rate=20", "--for=2s", "--drain=30s"), Duration.ofSeconds(2));

            assertThat(outcome.account().totals().completed()).isEqualTo(40);
        }
    }
}
