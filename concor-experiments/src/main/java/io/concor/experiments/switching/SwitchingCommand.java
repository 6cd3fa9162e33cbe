package io.concor.experiments.switching;

import io.concor.experiments.options.AttemptOptions;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.ResultArchive;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.report.SwitchingTable;
import io.concor.experiments.result.Case;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.SwitchingResult;
import io.concor.experiments.testbed.Database;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.SampleVariant;
import io.concor.experiments.testbed.Testbed;
import io.concor.experiments.testbed.TestbedSettings;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs experiment 2. */
@Command(
        name = "2",
        description = "Measures the effect on throughput of adding and removing a join (mo-flow, at a constant rate).",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SwitchingCommand implements Callable<Integer> {

    private static final int THESIS_RATE = 1000;
    private static final int HUNDRED = 100;

    @Option(
            names = "--rate",
            split = ",",
            description = "Requests per second. Default: 1000, as in the thesis, and --comfortable percent of the"
                    + " breaking point of case 3 with sampling.")
    private List<Integer> rates = List.of();

    @Option(
            names = "--comfortable",
            paramLabel = "PERCENT",
            defaultValue = "45",
            description = "Percentage of the breaking point at which the machine is not overloaded. Default:"
                    + " ${DEFAULT-VALUE}.")
    private int comfortable;

    @Option(
            names = "--database",
            defaultValue = "mariadb",
            description = "Database: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Database database = Database.mariadb;

    @Mixin
    private final SwitchingOptions options = new SwitchingOptions();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        OptionValidator validator = paths.validator();
        options.check(validator);
        validator.requireBetween("--comfortable", comfortable, 1, HUNDRED);
        rates.forEach(rate -> validator.requireBetween("--rate", rate, 1, AttemptOptions.MAX_RATE));
        ResultPage page = paths.page(List.of("switching"));
        List<Integer> wanted = rates.isEmpty() ? List.of(THESIS_RATE, comfortableRate(page.archive())) : rates;
        paths.checkWork();
        paths.workspace().check(SampleApplication.MO_FLOW, database);
        for (int rate : wanted) {
            page.archive().keep(run(rate, page));
            page.write();
        }
        return ExitCode.OK;
    }

    private SwitchingResult run(int rate, ResultPage page) {
        SwitchingExperiment switching =
                new SwitchingExperiment(database, options, name -> start(rate, name), page.archive(), paths.progress());
        SwitchingResult result = switching.run(rate);
        paths.progress().accept(new SwitchingTable(result, page.archive()).markdown());
        return result;
    }

    private MeasuredApplication start(int rate, String name) {
        return Testbed.start(
                paths.workspace(),
                new TestbedSettings(
                        SampleApplication.MO_FLOW,
                        SampleVariant.SAMPLED,
                        database,
                        List.of(),
                        options.attempts().receiver()),
                paths.workspace().folder(SwitchingResult.name(database, rate), name));
    }

    /** Rounds down to hundreds, except below 100. */
    private int comfortableRate(ResultArchive archive) {
        CaseResult found = archive.find(Case.THREE, database).orElseThrow(() -> paths.validator()
                .invalid(("The breaking point of case 3 is unknown: run 'experiments.jar 1 --case 3 --database"
                                + " %s' first, or set --rate")
                        .formatted(database)));
        int rate = (int) (found.average(SampleVariant.SAMPLED) * comfortable / HUNDRED);
        return rate < HUNDRED ? rate : rate / HUNDRED * HUNDRED;
    }
}
