package io.concor.simulator.load;

/**
 * A base rate with a burst at the end of each period. The components are settings in {@code result.json}.
 */
record BurstProfile(int rate, int burstRate, int burstSeconds, int everySeconds, int seconds) implements LoadProfile {

    @Override
    public int rateAt(int second) {
        return second % everySeconds < everySeconds - burstSeconds ? rate : burstRate;
    }

    @Override
    public String description() {
        return "%d requests per second, in %d of every %d s %d requests per second, for %d s"
                .formatted(rate, burstSeconds, everySeconds, burstRate, seconds);
    }
}
