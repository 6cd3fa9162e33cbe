package io.concor.simulator.mark;

import java.util.regex.Pattern;

/** What a service has said, where somebody reads it. */
public final class ServiceText {

    /** Control characters, marks that turn the direction of writing, and ends of lines. */
    private static final Pattern UNSEEN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    private ServiceText() {}

    /** One line that leads no terminal astray. */
    public static String printable(String words) {
        return UNSEEN.matcher(words).replaceAll("?");
    }
}
