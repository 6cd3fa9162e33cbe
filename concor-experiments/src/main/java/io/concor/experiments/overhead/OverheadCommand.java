package io.concor.experiments.overhead;

import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.CaseTable;
import io.concor.experiments.report.Plots;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs experiment 1. */
@Command(
        name = "1",
        description = "Measures the overhead of Concor: breaking points without it, with it, and with sampling.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class OverheadCommand implements Callable<Integer> {

    /** Tables of all cases, for which the page must have a place. */
    private static final List<String> TOGETHER = List.of("deviations", "cpu");

    @Option(
            names = "--case",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,2,3,4,5",
            description = "Cases: 1 and 2 mo-flow with a planted bottleneck, 3 mo-flow, 4 ussd, 5 money-tracker."
                    + " Default: all.")
    private List<Integer> cases = List.of();

    @Option(
            names = "--database",
            split = ",",
            description = "Databases: ${COMPLETION-CANDIDATES}. Case 4 uses none. Default: all.")
    private List<Database> databases = List.of(Database.values());

    @Mixin
    private final OverheadOptions options = new OverheadOptions();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        OptionValidator validator = paths.validator();
        cases.forEach(number -> validator.requireBetween("--case", number, 1, Case.values().length));
        options.check(validator);
        ResultPage page = paths.page(TOGETHER);
        paths.checkWork();
        setups().forEach(setup -> paths.workspace().check(setup.which.sample(), setup.database));
        boolean all = true;
        for (Setup setup : setups().toList()) {
            all &= succeeds(setup, page);
        }
        return all ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private Stream<Setup> setups() {
        return cases.stream().map(Case::number).flatMap(this::setups);
    }

    private Stream<Setup> setups(Case which) {
        return which.onDatabase()
                ? databases.stream().map(database -> new Setup(which, database))
                : Stream.of(new Setup(which, null));
    }

    /** A failure, for example because the machine was busy for long, does not prevent the other measurements. */
    private boolean succeeds(Setup setup, ResultPage page) {
        try {
            run(setup, page);
            return true;
        } catch (ExperimentException failed) {
            paths.progress().accept(failed.messageWithCause());
            return false;
        }
    }

    private void run(Setup setup, ResultPage page) {
        Consumer<String> progress = paths.progress();
        progress.accept("Case %d%s".formatted(setup.which.number(), setup.on()));
        OverheadExperiment overhead =
                new OverheadExperiment(setup.which, setup.database, options, starter(setup), progress);
        CaseResult result = overhead.run();
        page.archive().keep(result.name(), result);
        page.archive().draw(result.name(), Plots.ramps(overhead::firstRamp));
        page.write();
        progress.accept(new CaseTable(result).markdown());
    }

    private MeasuredApplication.Starter starter(Setup setup) {
        return (name, variant) -> Testbed.start(
                paths.workspace(),
                new TestbedSettings(
                        setup.which.sample(),
                        variant,
                        setup.database,
                        setup.which.profiles(),
                        options.attempts().receiver()),
                paths.workspace().folder(CaseResult.name(setup.which, setup.database), name.replace(' ', '-')));
    }

    private record Setup(Case which, @Nullable Database database) {

        String on() {
            return database == null ? "" : " on " + database.title();
        }
    }
}
