package io.concor.benchmarks.jmh;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the number of tokens that {@link WorkersBenchmark} computes per event, to pass the same to several runs. */
@Command(
        name = "calibrate",
        description = "Prints the work of WorkersBenchmark per event on this machine, for: jmh -p tokens=NUMBER.",
        mixinStandardHelpOptions = true)
public final class CalibrateCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().getOut().println(Calibration.tokens(WorkersBenchmark.MICROS));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
