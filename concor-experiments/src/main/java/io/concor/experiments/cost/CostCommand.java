package io.concor.experiments.cost;

import io.concor.experiments.options.CaseOptions;
import io.concor.experiments.options.CaseSetup;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.CostTable;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.CostResult;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Measures the CPU time of a request at several loads. */
@Command(
        name = "cost",
        description = "Measures the CPU time of a request at several loads, without Concor (twice), with it, and with"
                + " sampling.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class CostCommand implements Callable<Integer> {

    @Mixin
    private final CaseOptions cases = new CaseOptions(List.of(3, 4, 5));

    @Mixin
    private final CostOptions options = new CostOptions();

    @Mixin
    private final PathOptions paths = new PathOptions();

    @Override
    public Integer call() {
        OptionValidator validator = paths.validator();
        cases.check(validator);
        options.check(validator);
        ResultPage page = paths.page(List.of("cost"));
        return cases.run(paths, setup -> run(setup, page));
    }

    private void run(CaseSetup setup, ResultPage page) {
        String folder = CostResult.name(setup.which(), setup.database());
        CostResult result = new CostExperiment(
                        setup,
                        options,
                        setup.starter(
                                paths.workspace(), folder, options.attempts().receiver()),
                        CostMeasurement::measure,
                        paths.progress())
                .run();
        page.archive().keep(result.name(), result);
        page.write();
        paths.progress().accept(new CostTable(List.of(result)).loads());
    }
}
