package io.concor.simulator.control;

import java.util.regex.Pattern;

/** Text from a service, made safe for a terminal. */
final class PrintableText {

    /** Control characters, marks that change the direction of text, and line breaks. */
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private PrintableText() {}

    /** Returns the text in one line, with a question mark for each unprintable character. */
    static String of(String text) {
        return UNPRINTABLE.matcher(text).replaceAll("?");
    }
}
