package io.concor.simulator.load;

/** One rate. The components are settings in {@code result.json}. */
record ConstantProfile(int rate, int seconds) implements LoadProfile {

    @Override
    public int rateAt(int second) {
        return rate;
    }

    @Override
    public String description() {
        return "%d requests per second for %d s".formatted(rate, seconds);
    }
}
