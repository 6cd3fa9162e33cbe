package io.concor.experiments.laboratory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class LaboratoryCommandTest {

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return new CommandLine(new LaboratoryCommand())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    @Test
    void namesAPlantAndLeavesAHealthyRunAlone() throws Exception {
        Path file = folder.resolve("laboratory.json");

        int exit = run("--only=single-thread,healthy-low-load", "--loads=2", "--seconds=10", "--result=" + file);

        assertThat(exit).as(err.toString()).isZero();
        assertThat(out.toString())
                .contains("1 of 1 plants named; 1 of 1 healthy runs without an alarm; 0 skipped")
                .contains("| single-thread | 2.0 | 960 | yes | single-thread at session-manager |");
        assertThat(Files.readString(file)).contains("\"plant\" : \"single-thread\"");
    }

    @Test
    void rejectsALoadOutOfBounds() {
        assertThat(run("--loads=0")).isNotZero();
        assertThat(err.toString()).contains("--loads").contains("0.01").contains("100");
    }
}
