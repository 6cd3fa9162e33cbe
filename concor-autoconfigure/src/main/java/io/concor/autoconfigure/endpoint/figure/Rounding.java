package io.concor.autoconfigure.endpoint.figure;

import java.math.BigDecimal;

/** Rounds measured numbers to the digits that carry information. Counts are exact and are not rounded. */
public final class Rounding {

    /** The histograms of flows are accurate to one percent. */
    private static final int DIGITS = 3;

    private static final double MICROS_PER_MILLI = 1_000;

    private Rounding() {}

    /** Returns a measured value with three significant digits. */
    public static double measured(double value) {
        if (value == 0) {
            return 0;
        }
        return decimals(value, DIGITS - 1 - (int) Math.floor(Math.log10(Math.abs(value))));
    }

    /** Returns a value with at most a number of decimal places; with -2, as a multiple of 100. */
    public static double decimals(double value, int places) {
        double power = Math.pow(10, Math.abs(places));
        // Both operands of the last operation are whole numbers: its result is the double nearest to the decimal
        // number.
        double rounded = places < 0 ? Math.rint(value / power) * power : Math.rint(value * power) / power;
        return rounded + 0.0; // never -0.0
    }

    /** Returns a number without exponent and without trailing zeros after the decimal point. */
    public static String format(double value) {
        BigDecimal plain = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        return plain.toPlainString();
    }

    /** Returns a time in milliseconds, with three significant digits. */
    public static String millis(double micros) {
        return format(measured(micros / MICROS_PER_MILLI));
    }

    /** Returns a share of 0 to 1 in percent, without decimal places. */
    public static String percent(double share) {
        return Long.toString(Math.round(share * 100));
    }
}
