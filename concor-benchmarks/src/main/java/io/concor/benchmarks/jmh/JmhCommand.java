package io.concor.benchmarks.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs JMH with JMH's own arguments. */
@Command(name = "jmh", description = "Runs JMH with the arguments that follow; -h shows them, -l lists the benchmarks.")
public final class JmhCommand implements Callable<Integer> {

    @Parameters(description = "Arguments of JMH.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Main.main(arguments.toArray(String[]::new));
        return 0;
    }
}
