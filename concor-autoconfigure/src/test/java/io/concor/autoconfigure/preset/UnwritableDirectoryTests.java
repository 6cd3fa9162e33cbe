package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unwritable directories: file systems of their own in a mount namespace that ends with the process. */
class UnwritableDirectoryTests {

    private static final String WRITE_OLD = "mkdir -p $0/mo-flow && cp $1 $0/mo-flow/production.yml";

    @TempDir
    private Path mountPoint;

    @TempDir
    private Path elsewhere;

    @Test
    void keepsTheOldFileIfTheDirectoryCannotBeWritten() throws Exception {
        assertThat(saveOn("mount -t tmpfs none $0 && " + WRITE_OLD + " && mount -o remount,ro $0"))
                .containsExactly(
                        "Preset 'production' of flow 'mo-flow': its file cannot be written (Read-only file system)",
                        "mark 1",
                        "files [production.yml]");
    }

    @Test
    void keepsTheOldFileIfTheDiskIsFull() throws Exception {
        assertThat(saveOn("mount -t tmpfs -o size=8k none $0 && " + WRITE_OLD))
                .containsExactly(
                        "Preset 'production' of flow 'mo-flow': its file cannot be written (No space left on device)",
                        "mark 1",
                        "files [production.yml]");
    }

    private List<String> saveOn(String preparation) throws IOException, InterruptedException {
        Assumptions.assumeTrue(canMount(), "this system allows no mounts");
        new FilePresetStore(elsewhere).save(PresetSavingProgram.preset(1));
        List<String> command = new ArrayList<>(
                List.of("unshare", "--map-root-user", "--mount", "sh", "-c", preparation + " && shift && exec \"$@\""));
        command.add(mountPoint.toString());
        command.add(elsewhere.resolve("mo-flow/production.yml").toString());
        command.addAll(
                PresetSavingProgram.command("once", mountPoint.toString()).command());
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("JAVA_TOOL_OPTIONS"); // a JVM prints a line about it
        Process process = builder.start();
        List<String> said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        process.waitFor();
        return said;
    }

    private static boolean canMount() throws InterruptedException {
        try {
            Process process = new ProcessBuilder(
                            "unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "none", "/mnt")
                    .start();
            return process.waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }
}
