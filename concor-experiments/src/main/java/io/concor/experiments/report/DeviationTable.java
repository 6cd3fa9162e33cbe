package io.concor.experiments.report;

import io.concor.benchmarks.report.TableColumns;
import io.concor.experiments.result.CaseResult;
import io.concor.experiments.result.Equations;
import io.concor.experiments.testbed.SampleVariant;
import java.util.List;

/**
 * Table 5-7: deviations of the breaking points with Concor from those without. The thesis states them without a sign;
 * here they are calculated from its attempts.
 *
 * @param cases results of all cases
 */
record DeviationTable(List<CaseResult> cases) {

    String markdown() {
        return new TableColumns<CaseResult>()
                .column("", CaseResult::title)
                .column("error margin", result -> margin(result.ramp().step(), result.average(SampleVariant.PLAIN)))
                .column(
                        "spread without framework",
                        result -> NumberFormats.plainPercent(
                                Equations.spread(result.breakingPoints(SampleVariant.PLAIN))))
                .column("without sampling", result -> deviation(result, SampleVariant.OFF))
                .column("with sampling", result -> deviation(result, SampleVariant.SAMPLED))
                .column(
                        "thesis: error margin",
                        result -> margin(result.which().thesisStep(), thesis(result, SampleVariant.PLAIN)))
                .column("thesis: without sampling", result -> thesisDeviation(result, SampleVariant.OFF))
                .column("thesis: with sampling", result -> thesisDeviation(result, SampleVariant.SAMPLED))
                .markdown(cases);
    }

    private static String margin(int step, double base) {
        return NumberFormats.plainPercent(Equations.errorMargin(step, base));
    }

    private static String deviation(CaseResult result, SampleVariant variant) {
        return NumberFormats.deviation(result.breakingPoints(variant), result.breakingPoints(SampleVariant.PLAIN));
    }

    private static String thesisDeviation(CaseResult result, SampleVariant variant) {
        return NumberFormats.percent(Equations.deviation(thesis(result, variant), thesis(result, SampleVariant.PLAIN)));
    }

    private static double thesis(CaseResult result, SampleVariant variant) {
        return Equations.average(result.which().thesis(variant));
    }
}
