package io.concor.experiments.scale;

/** What the store for Kafka does, by its code. A test compares them with it where they have names there. */
final class StoreConstants {

    /** Topics of a slot with as many partitions as it has: events, state, ids of unique events. */
    static final int PARTITIONED_TOPICS = 3;
    /** Topics of a slot with one partition: dead letters. */
    static final int SINGLE_TOPICS = 1;
    /** Of the results of a flow, at least: as many as slots have, if these have more. */
    static final int LEAST_RESULT_PARTITIONS = 8;
    /** Of the processes that share a flow. */
    static final int MEMBER_PARTITIONS = 1;

    /** A member that is silent for so long is dead to its group. */
    static final double SESSION_SECONDS = 6;

    static final double HEARTBEAT_SECONDS = 2;
    /** So long a broker holds a fetch of events, dead letters or results for which there is nothing; the client's default. */
    static final double FETCH_SECONDS = 0.5;

    /** How often a process asks how long a queue is, at most: if it puts, and the queue could be full soon. */
    static final double LOOK_SECONDS = 0.2;
    /** How often it asks that while it changes the queue, at least. */
    static final double BUSY_SECONDS = 1;
    /** How often it asks that of others, and where they begin, and whether their topics are still the same. */
    static final double REST_SECONDS = 5;
    /** How many events may wait in a slot; the default. */
    static final int CAPACITY = 1024;
    /** Offsets that it asks of each partition each time: the next one, and that of the group. */
    static final int OFFSETS_ASKED = 2;
    /** How often it reads the first event of a partition of another process that has waited for a while. */
    static final double OTHERS_SECONDS = 30;

    /** Requests to find the coordinators of groups, for each count. */
    static final int FINDS_OF_COUNT = 1;
    /** Requests to see whether topics are the same: for the brokers, and for the topics. */
    static final int DESCRIPTIONS = 2;

    /** How often a process publishes itself. */
    static final double BEAT_SECONDS = 5;
    /** How often it looks at what others have published, for each beat. */
    static final int ROUNDS_OF_BEAT = 5;
    /** In one of so many beats it says all about itself, in the others only that it is there. */
    static final int BEATS_OF_WHOLE = 12;

    /** The largest record of a partition's progress that is not stopped from growing. */
    static final int MOST_PROGRESS_BYTES = 300_000;
    /** By which Kafka ends a transaction in a partition. */
    static final int MARKER_BYTES = 78;
    /** Events that one transaction ends at most. */
    static final int MOST_ENDS = 2_000;
    /** The pause after a transaction in transactions, where something waits for the next one. */
    static final int PAUSES = 2;
    /** That pause at most. */
    static final double PAUSE_SECONDS = 0.02;
    /** So many events end it. */
    static final int MANY_ENDS = 32;

    /** Producers: of puts, ends, results, and of the process itself; the client for topics, offsets and groups. */
    static final int PRODUCERS_AND_ADMIN = 5;
    /** Consumers besides those of groups: dead letters, oldest events, processes, results. */
    static final int CONSUMERS = 4;

    private StoreConstants() {}
}
