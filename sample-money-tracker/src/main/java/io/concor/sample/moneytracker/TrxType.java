package io.concor.sample.moneytracker;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What a transaction does to its account. */
enum TrxType {
    /** Adds to the account. */
    DEPOSIT,
    /** Takes from the account. */
    WITHDRAWAL,
    /** Takes from the account and adds to the counter account. */
    TRANSFER;

    /** The words for all types in messages, in the order of the types. */
    static final List<String> WORDS = Arrays.stream(values()).map(TrxType::word).toList();

    /** The type of that word, which must be one of {@link #WORDS}. */
    static TrxType of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
