package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.database.RealDatabase;
import io.concor.autoconfigure.preset.jpa.JpaPresetStore;
import io.concor.autoconfigure.preset.jpa.PresetTables;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * Kills a process that saves presets repeatedly at random times; the system property {@code concor.kills} sets the
 * number.
 */
class SaveCrashTests {

    private static final int KILLS = Integer.getInteger("concor.kills", 12);
    /** A program with a database takes ten times as long to start. */
    private static final int DATABASE_KILLS = Integer.getInteger("concor.kills", 2);

    @TempDir
    private Path location;

    @Test
    @Tag("full")
    void leavesTheCompleteOldOrNewFile() throws Exception {
        killAgainAndAgain(KILLS, new FilePresetStore(location), "again-and-again", location.toString());
    }

    /** The database is killed as well. */
    @Test
    @Tag("full")
    void leavesTheCompleteOldOrNewVersionInAnEmbeddedDatabase() throws Exception {
        DataSource dataSource = new DriverManagerDataSource("jdbc:h2:file:" + location.resolve("presets"));
        PresetTables.createTables(RealDatabase.H2, dataSource);

        killAgainAndAgain(DATABASE_KILLS, dataSource, "in-database", "jdbc:h2:file:" + location.resolve("presets"));
    }

    @Test
    @Tag("full")
    void leavesTheCompleteOldOrNewVersionInADatabaseServer() throws Exception {
        String url = RealDatabase.POSTGRESQL.url("killed");
        DataSource dataSource = new DriverManagerDataSource(url);
        PresetTables.createTables(RealDatabase.POSTGRESQL, dataSource);

        killAgainAndAgain(DATABASE_KILLS, dataSource, "in-database", url);
    }

    private static void killAgainAndAgain(int kills, DataSource dataSource, String... arguments) throws Exception {
        try (JpaPresetStore store = new JpaPresetStore(dataSource)) {
            killAgainAndAgain(kills, store, arguments);
            List<Preset.Version> versions = store.versions(PresetSavingProgram.FLOW, PresetSavingProgram.NAME);
            assertThat(versions).allSatisfy(version -> assertThat(
                            store.find(PresetSavingProgram.FLOW, PresetSavingProgram.NAME, version.number()))
                    .map(PresetSavingProgram::mark)
                    .contains((int) version.number()));
        }
    }

    private static void killAgainAndAgain(int kills, PresetStore store, String... arguments) throws Exception {
        for (int kill = 0; kill < kills; kill++) {
            int said = killed(arguments);
            int found = store.find(PresetSavingProgram.FLOW, PresetSavingProgram.NAME)
                    .map(PresetSavingProgram::mark)
                    .orElse(0);
            assertThat(found).as("preset found after kill %d", kill).isBetween(said, said + 1);
        }
    }

    /** Returns the last mark that the process printed. */
    private static int killed(String... arguments) throws IOException, InterruptedException {
        Process process = PresetSavingProgram.command(arguments)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader marks = process.inputReader()) {
            String last = next(marks);
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(20)));
            process.toHandle().destroyForcibly(); // unlike the process itself, leaves what it said to be read
            for (String next = last; next != null; next = next(marks)) {
                last = next;
            }
            return Integer.parseInt(String.valueOf(last).substring(PresetSavingProgram.SAID.length()));
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private static @Nullable String next(BufferedReader said) throws IOException {
        String line = said.readLine();
        while (line != null && !line.startsWith(PresetSavingProgram.SAID)) {
            line = said.readLine();
        }
        return line;
    }
}
