package io.concor.experiments.overhead;

import io.concor.experiments.options.CaseOptions;
import io.concor.experiments.options.CaseSetup;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.CaseTable;
import io.concor.experiments.report.Plots;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.testbed.MeasuredApplication;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs experiment 1. */
@Command(
        name = "1",
        description =
                "Repeats the thesis's measurement of the overhead: breaking points without Concor, with it, and with"
                        + " sampling. To compare costs, use the command cost.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class OverheadCommand implements Callable<Integer> {

    /** Tables of all cases, for which the page must have a place. */
    private static final List<String> TOGETHER = List.of("deviations", "cpu");

    @Mixin
    private final CaseOptions cases = new CaseOptions(List.of(1, 2, 3, 4, 5));

    @Mixin
    private final OverheadOptions options = new OverheadOptions();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        OptionValidator validator = paths.validator();
        cases.check(validator);
        options.check(validator);
        ResultPage page = paths.page(TOGETHER);
        return cases.run(paths, setup -> run(setup, page));
    }

    private void run(CaseSetup setup, ResultPage page) {
        Consumer<String> progress = paths.progress();
        OverheadExperiment overhead =
                new OverheadExperiment(setup.which(), setup.database(), options, starter(setup), progress);
        CaseResult result = overhead.run();
        page.archive().keep(result.name(), result);
        page.archive().draw(result.name(), Plots.ramps(overhead::firstRamp));
        page.write();
        progress.accept(new CaseTable(result).markdown());
    }

    private MeasuredApplication.Starter starter(CaseSetup setup) {
        return setup.starter(
                paths.workspace(),
                CaseResult.name(setup.which(), setup.database()),
                options.attempts().receiver());
    }
}
