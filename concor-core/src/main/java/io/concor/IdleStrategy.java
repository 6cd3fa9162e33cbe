package io.concor;

/** What a worker does in a moment without events. */
interface IdleStrategy {

    /**
     * Spends the moment, unless it is time to park.
     *
     * @param rounds how many such moments there were in a row
     * @return whether the worker shall park now
     */
    boolean parksAfter(int rounds);

    static IdleStrategy of(Waiting waiting) {
        return switch (waiting) {
            case BLOCKING -> IdleStrategy::spinThenPark;
            case YIELDING ->
                rounds -> {
                    Thread.yield();
                    return false;
                };
            case SPINNING ->
                rounds -> {
                    Thread.onSpinWait();
                    return false;
                };
        };
    }

    private static boolean spinThenPark(int rounds) {
        Thread.onSpinWait();
        return rounds >= 100;
    }
}
