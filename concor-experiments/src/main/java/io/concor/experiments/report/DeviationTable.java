package io.concor.experiments.report;

import io.concor.benchmarks.report.MarkdownTable;
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
        MarkdownTable table = new MarkdownTable(
                "",
                "error margin",
                "spread without framework",
                "without sampling",
                "with sampling",
                "thesis: error margin",
                "thesis: without sampling",
                "thesis: with sampling");
        cases.forEach(result -> table.row(row(result)));
        return table.markdown();
    }

    private static List<String> row(CaseResult result) {
        double base = result.average(SampleVariant.PLAIN);
        double thesisBase = thesis(result, SampleVariant.PLAIN);
        return List.of(
                result.title(),
                NumberFormats.plainPercent(Equations.errorMargin(result.ramp().step(), base)),
                NumberFormats.plainPercent(Equations.spread(result.breakingPoints(SampleVariant.PLAIN))),
                deviation(result, SampleVariant.OFF),
                deviation(result, SampleVariant.SAMPLED),
                NumberFormats.plainPercent(Equations.errorMargin(result.which().thesisStep(), thesisBase)),
                NumberFormats.percent(Equations.deviation(thesis(result, SampleVariant.OFF), thesisBase)),
                NumberFormats.percent(Equations.deviation(thesis(result, SampleVariant.SAMPLED), thesisBase)));
    }

    private static String deviation(CaseResult result, SampleVariant variant) {
        return NumberFormats.deviation(result.breakingPoints(variant), result.breakingPoints(SampleVariant.PLAIN));
    }

    private static double thesis(CaseResult result, SampleVariant variant) {
        return Equations.average(result.which().thesis(variant));
    }
}
