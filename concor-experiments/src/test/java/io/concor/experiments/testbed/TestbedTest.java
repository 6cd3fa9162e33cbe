package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.simulator.CallbackReceiverType;
import java.io.IOException;
import java.nio.file.Files;
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

    private static TestbedSettings ussd(ApplicationOptions options) {
        return new TestbedSettings(
                SampleApplication.USSD, SampleVariant.SAMPLED, null, List.of(), CallbackReceiverType.own, options);
    }

    @Test
    void givesEachArgumentOnce() {
        TestbedSettings settings =
                ussd(new ApplicationOptions(List.of(), List.of("--ussd.max-in-flight=8", "--other=a=b"), false));

        assertThat(settings.arguments(7))
                .contains("--ussd.max-in-flight=8", "--ussd.replies.url=http://127.0.0.1:7/replies", "--other=a=b")
                .filteredOn(argument -> argument.startsWith("--ussd.max-in-flight"))
                .hasSize(1);
    }

    @Test
    void addsPlantedCausesToTheClassPath() throws IOException {
        Path jar = folder.resolve("sample-ussd/target/sample-ussd-1.jar");
        Files.createDirectories(jar.getParent());
        Files.createFile(jar);
        Workspace workspace = new Workspace(folder, folder);
        TestbedSettings planted = ussd(new ApplicationOptions(List.of(), List.of(), true));

        assertThat(workspace.launch(USSD)).containsExactly("-jar", jar.toString());
        assertThatThrownBy(() -> workspace.launch(planted)).hasMessageContaining("mvn -q -Pexperiments");

        Path classes = Files.createDirectories(folder.resolve("concor-experiments/target/classes"));
        assertThat(workspace.launch(planted))
                .startsWith("-Dloader.path=" + classes, "-cp", jar.toString())
                .last()
                .asString()
                .endsWith("PropertiesLauncher");
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
