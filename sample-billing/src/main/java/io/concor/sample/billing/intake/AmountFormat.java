package io.concor.sample.billing.intake;

import java.math.BigDecimal;

/** Writes amounts. Inside, they are whole hundredths of a cent, so that sums are exact. */
final class AmountFormat {

    private static final int DECIMALS = 4;

    private AmountFormat() {}

    /**
     * Returns an amount as text, such as {@code 0.1990}.
     *
     * @param amount in hundredths of a cent
     */
    static String of(long amount) {
        return BigDecimal.valueOf(amount, DECIMALS).toPlainString();
    }
}
