package io.concor.sample.billing;

import java.util.Locale;

/** How a call is charged. */
public enum Charging {
    /** By the tariff. */
    NORMAL,
    /** Not at all: the caller has a flat rate. */
    FLAT_RATE,
    /** Not at all: the call is shorter than the minimum length. */
    TOO_SHORT;

    /** Returns the way of charging of a word. */
    static Charging of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT).replace('-', '_'));
    }

    /** Returns the word in records and in the database. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
