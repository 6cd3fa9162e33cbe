package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

/** A command, what it prints, and a folder for what it writes. */
public abstract class CommandFixture {

    @TempDir
    protected Path folder;

    protected final StringWriter out = new StringWriter();
    protected final StringWriter err = new StringWriter();
    private final Object command;

    protected CommandFixture(Object command) {
        this.command = command;
    }

    /** Returns the exit code. */
    protected final int run(String... arguments) {
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }

    protected final void assertRejects(String reason, String... arguments) {
        assertThat(run(arguments)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).startsWith(reason);
        assertThat(out.toString()).isEmpty();
    }
}
