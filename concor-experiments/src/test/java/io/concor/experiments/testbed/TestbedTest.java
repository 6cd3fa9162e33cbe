package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.simulator.CallbackReceiverType;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestbedTest {

    private static final TestbedSettings USSD = new TestbedSettings(
            SampleApplication.USSD, SampleVariant.SAMPLED, null, List.of(), CallbackReceiverType.own);

    @TempDir
    private Path folder;

    @Test
    void explainsHowToBuildAMissingModule() {
        Workspace empty = new Workspace(folder, folder);

        assertThatThrownBy(() -> Testbed.start(empty, USSD, folder.resolve("run")))
                .isInstanceOf(ExperimentException.class)
                .hasMessageContainingAll("sample-ussd", "mvn -q -Pexperiments");
        assertThatThrownBy(() -> Testbed.start(
                        empty,
                        new TestbedSettings(
                                SampleApplication.MO_FLOW,
                                SampleVariant.PLAIN,
                                Database.postgres,
                                List.of(),
                                CallbackReceiverType.own),
                        folder.resolve("run")))
                .hasMessageContainingAll("databases", "mvn -q -Pexperiments");
    }

    @Test
    void combinesTheProfilesOfAnApplication() {
        assertThat(new TestbedSettings(
                                SampleApplication.MO_FLOW,
                                SampleVariant.PLAIN,
                                Database.mariadb,
                                List.of("unpooled"),
                                CallbackReceiverType.own)
                        .profiles())
                .isEqualTo("production,mariadb,unpooled,plain");
        assertThat(USSD.profiles()).isEqualTo("production");
    }
}
