package io.concor.experiments.laboratory.flow;

/** How many events arrive. */
@FunctionalInterface
public interface ArrivalRate {

    /** Returns the rate per second at this time after the start. */
    double rateAt(double seconds);

    static ArrivalRate steady(double rate) {
        return seconds -> rate;
    }

    /** Once in each period, five times the rate for three tenths of a second. */
    static ArrivalRate bursts(double rate, double period) {
        return seconds -> seconds % period < 0.3 ? 5 * rate : rate;
    }

    /** No events in an interval. */
    static ArrivalRate pause(double rate, double from, double to) {
        return seconds -> seconds >= from && seconds < to ? 0 : rate;
    }
}
