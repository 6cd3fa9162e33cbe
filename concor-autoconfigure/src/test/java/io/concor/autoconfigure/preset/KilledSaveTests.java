package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.PresetStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process that saves presets is killed at any moment, again and again: 20 times, or as often as the system property
 * {@code concor.kills} says.
 */
class KilledSaveTests {

    private static final int KILLS = Integer.getInteger("concor.kills", 20);

    @TempDir
    private Path location;

    @Test
    void leavesTheOldFileOrTheNewOneWhole() throws Exception {
        killAgainAndAgain(KILLS, new FilePresetStore(location), "again-and-again", location.toString());
    }

    static void killAgainAndAgain(int kills, PresetStore store, String... arguments) throws Exception {
        for (int kill = 0; kill < kills; kill++) {
            int said = killed(arguments);
            int found = store.find(SavingProgram.FLOW, SavingProgram.NAME)
                    .map(SavingProgram::mark)
                    .orElse(0);
            assertThat(found).as("preset found after kill %d", kill).isBetween(said, said + 1);
        }
    }

    /** Gives the mark that the process said last. */
    private static int killed(String... arguments) throws IOException, InterruptedException {
        Process process = SavingProgram.command(arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader marks = process.inputReader()) {
            String last = marks.readLine();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(20)));
            process.toHandle().destroyForcibly(); // unlike the process itself, leaves what it said to be read
            for (String next = last; next != null; next = marks.readLine()) {
                last = next;
            }
            return Integer.parseInt(String.valueOf(last));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }
}
