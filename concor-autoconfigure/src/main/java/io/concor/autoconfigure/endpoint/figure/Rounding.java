package io.concor.autoconfigure.endpoint.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Rounds measured numbers to the digits that carry information. Counts are exact and are not rounded. */
public final class Rounding {

    /** The histograms of flows are accurate to one percent. */
    private static final MathContext MEASURED = new MathContext(3);

    private static final double MICROS_PER_MILLI = 1_000;

    private Rounding() {}

    /** Returns a measured value with three significant digits. */
    public static double measured(double value) {
        return new BigDecimal(value).round(MEASURED).doubleValue();
    }

    /** Returns a value with at most a number of decimal places. */
    public static double decimals(double value, int places) {
        return new BigDecimal(value).setScale(places, RoundingMode.HALF_UP).doubleValue();
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
