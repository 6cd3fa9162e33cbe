package io.concor.benchmarks.report;

import java.util.Locale;
import java.util.function.DoubleFunction;

/**
 * A column of a table.
 *
 * @param header what stands above it
 * @param figure the figure that it shows
 * @param format how it is written
 */
record Column(String header, String figure, DoubleFunction<String> format) {

    static Column whole(String header, String figure) {
        return new Column(header, figure, value -> String.format(Locale.ROOT, "%,.0f", value));
    }

    static Column fraction(String header, String figure) {
        return new Column(header, figure, value -> String.format(Locale.ROOT, "%,.2f", value));
    }
}
