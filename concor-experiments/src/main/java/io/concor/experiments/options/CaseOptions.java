package io.concor.experiments.options;

import io.concor.experiments.result.Case;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** Options that select cases and databases. */
public final class CaseOptions {

    private final List<Integer> defaults;

    @Option(
            names = "--case",
            paramLabel = "N",
            split = ",",
            description =
                    "Cases: 1 and 2 mo-flow with a planted bottleneck, 3 mo-flow, 4 ussd, 5 money-tracker. Default:"
                            + " all for experiment 1; 3, 4 and 5 for cost.")
    private List<Integer> cases = List.of();

    @Option(
            names = "--database",
            split = ",",
            description = "Databases: ${COMPLETION-CANDIDATES}. Case 4 uses none. Default: all.")
    private List<Database> databases = List.of(Database.values());

    /** Creates options with these cases as default. */
    public CaseOptions(List<Integer> defaults) {
        this.defaults = defaults;
    }

    public void check(OptionValidator validator) {
        cases.forEach(number -> validator.requireBetween("--case", number, 1, Case.values().length));
    }

    /**
     * Runs an experiment for each selected case, with each of its databases. One that fails, for example because the
     * machine was busy for long, does not prevent the others.
     *
     * @return the exit code
     */
    public int run(PathOptions paths, Consumer<CaseSetup> experiment) {
        paths.checkWork();
        List<CaseSetup> setups = setups();
        setups.forEach(setup -> paths.workspace().check(setup.which().sample(), setup.database()));
        long failed = setups.stream()
                .filter(setup -> !succeeds(setup, paths.progress(), experiment))
                .count();
        return failed == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private static boolean succeeds(CaseSetup setup, Consumer<String> progress, Consumer<CaseSetup> experiment) {
        try {
            progress.accept(setup.title());
            experiment.accept(setup);
            return true;
        } catch (ExperimentException failed) {
            progress.accept(failed.messageWithCause());
            return false;
        }
    }

    private List<CaseSetup> setups() {
        return (cases.isEmpty() ? defaults : cases)
                .stream().map(Case::number).flatMap(this::setups).toList();
    }

    private Stream<CaseSetup> setups(Case which) {
        return which.onDatabase()
                ? databases.stream().map(database -> new CaseSetup(which, database))
                : Stream.of(new CaseSetup(which, null));
    }
}
