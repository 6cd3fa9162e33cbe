package io.concor.benchmarks.jmh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs JMH with its own arguments. Unlike JMH, it stops with an error when a benchmark fails. {@code -foe false}
 * restores JMH's default.
 */
@Command(name = "jmh", description = "Runs JMH with the arguments that follow; -h shows them, -l lists the benchmarks.")
public final class JmhCommand implements Callable<Integer> {

    private static final String FAIL_ON_ERROR = "-foe";

    @Parameters(description = "Arguments of JMH.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        List<String> all = new ArrayList<>(arguments);
        if (!all.contains(FAIL_ON_ERROR)) {
            all.addAll(List.of(FAIL_ON_ERROR, "true"));
        }
        Main.main(all.toArray(String[]::new));
        return 0;
    }
}
