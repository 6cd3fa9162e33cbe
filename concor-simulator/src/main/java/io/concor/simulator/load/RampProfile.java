package io.concor.simulator.load;

/** A rate that grows in steps, for at most a day. The components are settings in {@code result.json}. */
record RampProfile(int start, int step, int everySeconds, int limit) implements LoadProfile {

    private static final long DAY_SECONDS = 24 * 60 * 60;

    @Override
    public int rateAt(int second) {
        return start + second / everySeconds * step;
    }

    @Override
    public int seconds() {
        return (int) Math.min(DAY_SECONDS, ((limit - start) / step + 1L) * everySeconds);
    }

    @Override
    public String description() {
        return "from %d requests per second, %d more every %d s, up to %d".formatted(start, step, everySeconds, limit);
    }
}
