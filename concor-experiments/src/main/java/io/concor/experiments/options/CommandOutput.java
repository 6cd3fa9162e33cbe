package io.concor.experiments.options;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.benchmarks.report.MachineFacts;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What a command prints while it runs. A mixin without options, which needs the annotation. */
@Command
public final class CommandOutput {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /** Prints a line, and does not keep it back: the next one may come hours later. */
    public void print(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }

    /** Prints the commit of the build and the machine, on which all figures depend. */
    public void printProvenance() {
        print("Commit " + BuildCommit.current() + "; " + MachineFacts.collect());
    }
}
