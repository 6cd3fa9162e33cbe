package io.concor.sample.moneytracker;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The types of transactions. */
enum TrxType {
    /** Adds to the account. */
    DEPOSIT,
    /** Takes from the account. */
    WITHDRAWAL,
    /** Takes from the account and adds to the counter account. */
    TRANSFER;

    /** The words of the types in messages, in the order of the types. */
    static final List<String> WORDS = Arrays.stream(values()).map(TrxType::word).toList();

    /** Returns the type of a word of {@link #WORDS}. */
    static TrxType of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
