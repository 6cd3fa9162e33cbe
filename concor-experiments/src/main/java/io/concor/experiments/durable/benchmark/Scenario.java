package io.concor.experiments.durable.benchmark;

/** What is measured. */
public enum Scenario {
    /** As many events as the queue takes and handles. */
    SATURATED("put → task → one row, saturated"),
    /** Transactions of callers with one put each, while the queue handles what is put. */
    TRANSACTIONS("one put in each transaction of a caller"),
    /** Latency from put to effect at a fixed rate. */
    LATENCY("put → effect committed, at a fixed rate"),
    /** From a put in one process to the effect of another. */
    OTHER_PROCESS("put in one process → effect committed by another, at a fixed rate"),
    /** As many events as are handled, behind a backlog. */
    BACKLOG("saturated, behind a backlog"),
    /** A snapshot is held elsewhere for some time. */
    SNAPSHOT("at a fixed rate while a transaction elsewhere holds a snapshot"),
    /** As many events as up to four processes handle. */
    SHARED("saturated, handled by one to four processes"),
    /** Latency of events that up to four processes handle. */
    SHARED_LATENCY("at a fixed rate, handled by one to four processes"),
    /** One of two processes is killed. */
    TAKE_OVER("kill -9 of one of two processes"),
    /** One of two processes stands still for good. */
    VANISHED("one of two processes stands still, its connections open"),
    /** The order of keys while events fail. */
    FAILING_KEYS("saturated, 10,000 keys, 1 % of the events fail once"),
    /** Queues in which nothing happens. */
    IDLE("50 queues in which nothing happens"),
    /** An orderly stop in front of a backlog. */
    STOP("an orderly stop in front of a backlog, tasks of 10 ms"),
    /** What processes ask of the broker of remote queues. */
    BROKER("what one to four processes ask of the broker, at rest and at a fixed rate"),
    /** One of three brokers is killed. */
    BROKER_KILLED("kill -9 of one of three brokers");

    private final String title;

    Scenario(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }
}
