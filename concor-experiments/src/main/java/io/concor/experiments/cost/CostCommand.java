package io.concor.experiments.cost;

import io.concor.experiments.options.CaseOptions;
import io.concor.experiments.options.CaseSetup;
import io.concor.experiments.options.PathOptions;
import io.concor.experiments.report.CostTable;
import io.concor.experiments.report.ResultPage;
import io.concor.experiments.result.CostResult;
import io.concor.experiments.testbed.ExperimentException;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
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
        paths.checkWork();
        cases.setups().forEach(setup -> paths.workspace().check(setup.which().sample(), setup.database()));
        boolean all = true;
        for (CaseSetup setup : cases.setups()) {
            all &= succeeds(setup, page);
        }
        return all ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    /** A failure, for example because the machine was busy for long, does not prevent the other measurements. */
    private boolean succeeds(CaseSetup setup, ResultPage page) {
        try {
            run(setup, page);
            return true;
        } catch (ExperimentException failed) {
            paths.progress().accept(failed.messageWithCause());
            return false;
        }
    }

    private void run(CaseSetup setup, ResultPage page) {
        paths.progress().accept(setup.title());
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
