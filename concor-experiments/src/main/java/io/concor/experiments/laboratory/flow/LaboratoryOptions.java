package io.concor.experiments.laboratory.flow;

import io.concor.benchmarks.report.BuildCommit;
import io.concor.benchmarks.report.MachineFacts;
import io.concor.benchmarks.report.ReportFile;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.OptionValidator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options and output of the commands that run flows of the laboratory or of samples. */
public final class LaboratoryOptions {

    @Option(
            names = "--only",
            split = ",",
            paramLabel = "NAME",
            description = "What is run, by name. An unknown name lists all. Default: all.")
    private List<String> only = List.of();

    @Option(names = "--seconds", description = "How long each run takes, see above. Default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(names = "--result", paramLabel = "FILE", description = "File for the results. Default: ${DEFAULT-VALUE}.")
    private Path result;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /**
     * Creates options with defaults.
     *
     * @param file the name of the file for the results, without extension
     */
    public LaboratoryOptions(String file, int seconds) {
        this.seconds = seconds;
        this.result = Path.of("concor-experiments/target/%s.json".formatted(file));
    }

    /** Returns the names of {@code --only}, or all without it. Rejects one that is not among all. */
    public List<String> names(List<String> all) {
        only.stream().filter(name -> !all.contains(name)).findFirst().ifPresent(unknown -> {
            throw validator()
                    .invalid("--only is %s: it must be one or more of %s".formatted(unknown, String.join(", ", all)));
        });
        return only.isEmpty() ? all : only;
    }

    public int seconds(int min, int max) {
        return validator().requireBetween("--seconds", seconds, min, max);
    }

    public OptionValidator validator() {
        return new OptionValidator(spec);
    }

    /** Writes the results, with what produced them: the commit of the build, the machine and the options. */
    public void write(List<?> results) {
        try {
            Files.createDirectories(result.toAbsolutePath().getParent());
            ReportFile.writeJson(result, new Report(optionValues(), results));
        } catch (IOException unwritable) {
            throw new ExperimentException("Cannot write " + result, unwritable);
        }
    }

    /** The content of the file. */
    private record Report(
            String commit,
            Instant finished,
            Map<String, String> machine,
            Map<String, String> options,
            List<?> results) {

        Report(Map<String, String> options, List<?> results) {
            this(BuildCommit.current(), Instant.now(), MachineFacts.collect(), options, results);
        }
    }

    /** Returns the values of all options of the command, without folders and files, which depend on the machine. */
    private Map<String, String> optionValues() {
        Map<String, String> values = new TreeMap<>();
        spec.options().stream()
                .filter(option -> option.type() != Path.class && !option.usageHelp() && !option.versionHelp())
                .forEach(option -> values.put(option.longestName(), String.valueOf(option.<Object>getValue())));
        return values;
    }

    public void progress(String line) {
        spec.commandLine().getErr().println(line);
    }

    public void print(String table) {
        spec.commandLine().getOut().println(table);
    }
}
