package io.concor.simulator.result;

import java.math.BigDecimal;
import java.math.MathContext;

/** Text and numbers as they stand in a page. */
final class Html {

    private static final int WHOLE = 100;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** Whole from 100 on, below with three digits that count: 37.3, 0.25, 5. */
    static String number(double value) {
        return value >= WHOLE
                ? Long.toString(Math.round(value))
                : BigDecimal.valueOf(value)
                        .round(THREE_DIGITS)
                        .stripTrailingZeros()
                        .toPlainString();
    }
}
