package io.concor.benchmarks.jmh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.openjdk.jmh.Main;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Runs JMH with its own arguments. Unlike JMH, it stops with an error when a benchmark fails ({@code -foe false}
 * restores JMH's default), calibrates the work of {@link WorkersBenchmark} once for all JVMs that it starts, and adds
 * the measured commit to the results that JMH writes as JSON.
 */
@Command(name = "jmh", description = "Runs JMH with the arguments that follow; -h shows them, -l lists the benchmarks.")
public final class JmhCommand implements Callable<Integer> {

    private static final String FAIL_ON_ERROR = "-foe";
    private static final String TOKENS = "tokens=";
    private static final String RESULT_FORMAT = "-rf";
    private static final String RESULT_FILE = "-rff";
    private static final String DEFAULT_RESULT_FILE = "jmh-result.json";

    @Parameters(description = "Arguments of JMH.")
    private List<String> arguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Main.main(completed(arguments).toArray(String[]::new));
        if (valueOf(RESULT_FORMAT).equals("json")) {
            String file = valueOf(RESULT_FILE);
            JmhResultFile.addProvenance(Path.of(file.isEmpty() ? DEFAULT_RESULT_FILE : file));
        }
        return 0;
    }

    /** Returns the arguments with defaults for those that are missing. */
    static List<String> completed(List<String> arguments) {
        List<String> all = new ArrayList<>(arguments);
        if (!all.contains(FAIL_ON_ERROR)) {
            all.addAll(List.of(FAIL_ON_ERROR, "true"));
        }
        if (all.stream().noneMatch(argument -> argument.startsWith(TOKENS))) {
            all.addAll(List.of("-p", TOKENS + Calibration.tokens(WorkersBenchmark.MICROS)));
        }
        return all;
    }

    /** Returns the argument after an option, or an empty string. */
    private String valueOf(String option) {
        int index = arguments.indexOf(option);
        return index < 0 || index == arguments.size() - 1 ? "" : arguments.get(index + 1);
    }
}
