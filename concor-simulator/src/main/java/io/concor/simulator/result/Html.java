package io.concor.simulator.result;

import java.util.Locale;

/** Text and numbers as they stand in a page. */
final class Html {

    private static final int WHOLE = 100;

    private Html() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    static String number(double value) {
        return value >= WHOLE ? Long.toString(Math.round(value)) : String.format(Locale.ROOT, "%.3g", value);
    }
}
