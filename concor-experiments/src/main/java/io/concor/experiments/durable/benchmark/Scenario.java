package io.concor.experiments.durable.benchmark;

/** What is measured. */
public enum Scenario {
    /** As many events as the queue takes and handles. */
    SATURATED("put → task → one row, saturated"),
    /** Transactions of callers with one put each, while the queue handles what is put. */
    TRANSACTIONS("one put in each transaction of a caller"),
    /** Latency from put to effect at a fixed rate. */
    LATENCY("put → effect committed, at a fixed rate");

    private final String title;

    Scenario(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
