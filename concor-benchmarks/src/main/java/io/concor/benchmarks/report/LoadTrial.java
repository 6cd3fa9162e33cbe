package io.concor.benchmarks.report;

import io.concor.benchmarks.load.LoadCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * One command that measures at a given rate.
 *
 * @param row the row that it fills
 * @param name the command's name
 * @param command makes the command, for a run in this JVM
 * @param arguments its arguments
 */
record LoadTrial(String row, String name, Supplier<LoadCommand> command, Function<Effort, List<String>> arguments)
        implements Trial {

    @Override
    public Map<String, Map<String, Double>> run(Effort effort) {
        return Map.of(row, figures(effort));
    }

    private Map<String, Double> figures(Effort effort) {
        List<String> given = arguments.apply(effort);
        if (effort.forked()) {
            List<String> all = new ArrayList<>(List.of(name));
            all.addAll(given);
            return Java.run(all);
        }
        return CommandLine.populateCommand(command.get(), given.toArray(String[]::new))
                .measure();
    }

    /** The same, where figures called {@code row.figure} fill a row each. */
    Trial byRows() {
        return effort -> Rows.split(figures(effort));
    }
}
