package io.concor.simulator.result;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats text and numbers for a page. */
final class Html {

    private static final int INTEGERS_FROM = 100;
    private static final MathContext THREE_DIGITS = new MathContext(3);
    private static final double MICROS_PER_MILLI = 1000;

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String paragraph(String text) {
        return "<p>" + escape(text) + "</p>";
    }

    /** Returns an integer from 100, and three significant digits below: 37.3, 0.25, 5. */
    static String number(double value) {
        return value >= INTEGERS_FROM
                ? Long.toString(Math.round(value))
                : BigDecimal.valueOf(value)
                        .round(THREE_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Returns a number of milliseconds without the unit. */
    static String millis(long micros) {
        return number(micros / MICROS_PER_MILLI);
    }
}
