package io.concor.benchmarks.report;

import java.util.Map;

/** One run that fills one or more rows of a table. */
@FunctionalInterface
interface Trial {

    /** Measures; for each row its figures by name. */
    Map<String, Map<String, Double>> run(Effort effort);
}
