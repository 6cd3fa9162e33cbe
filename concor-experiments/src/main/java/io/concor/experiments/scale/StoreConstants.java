package io.concor.experiments.scale;

/** What the store for Kafka does, by its code. A test compares them with it where they have names there. */
final class StoreConstants {

    /** Topics of a slot with as many partitions as it has: events, state, ids of unique events. */
    static final int PARTITIONED_TOPICS = 3;
    /** Topics of a slot with one partition: dead letters. */
    static final int SINGLE_TOPICS = 1;
    /** Of the results of a flow. */
    static final int RESULT_PARTITIONS = 8;
    /** Of the processes that share a flow. */
    static final int MEMBER_PARTITIONS = 1;

    /** A member that is silent for so long is dead to its group. */
    static final double SESSION_SECONDS = 6;

    static final double HEARTBEAT_SECONDS = 2;
    /** So long a broker holds a fetch for which there is nothing; the client's default. */
    static final double FETCH_SECONDS = 0.5;

    /** How often a process asks how long queues are in which something waits. */
    static final double LOOK_SECONDS = 0.2;
    /** How often it asks that of others, and whether its topics are still the same. */
    static final double REST_SECONDS = 5;
    /** Offsets that it asks of each partition then: the last one, the first one, the last one that is committed, that of the group. */
    static final int OFFSETS_ASKED = 4;

    /** Requests to find the coordinators of groups, for each count. */
    static final int FINDS_OF_COUNT = 1;
    /** Requests to see whether topics are the same: for the brokers, and for the topics. */
    static final int DESCRIPTIONS = 2;

    /** How often a process publishes itself. */
    static final double BEAT_SECONDS = 5;
    /** How often it looks at what others have published, for each beat. */
    static final int ROUNDS_OF_BEAT = 10;
    /** As many fetches, of 10 ms each, as fit into such a look. */
    static final int FETCHES_OF_ROUND = 2;

    /** The largest record of a partition's progress that is not stopped from growing. */
    static final int MOST_PROGRESS_BYTES = 300_000;
    /** By which Kafka ends a transaction in a partition. */
    static final int MARKER_BYTES = 78;
    /** Events that one transaction ends at most. */
    static final int MOST_ENDS = 2_000;

    /** Producers: of puts, ends, results, and of the process itself; the client for topics, offsets and groups. */
    static final int PRODUCERS_AND_ADMIN = 5;
    /** Consumers besides those of groups: dead letters, oldest events, processes, results. */
    static final int CONSUMERS = 4;

    private StoreConstants() {}
}
