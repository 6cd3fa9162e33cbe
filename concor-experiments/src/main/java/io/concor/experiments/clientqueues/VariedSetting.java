package io.concor.experiments.clientqueues;

import io.concor.simulator.queues.check.MessageContents;

/** What an experiment varies. */
public enum VariedSetting {
    /** The characters of a message. */
    MESSAGE_SIZE("characters", MessageContents.MIN_SIZE, MessageContents.MAX_SIZE, false, false),
    /** The number of clients. */
    CLIENTS("clients", 2, 10_000, false, false),
    /** The threads of a slot of the server. */
    THREADS("threads", 1, 1024, true, false),
    /** The connections of the server to its database that are left for requests. */
    CONNECTIONS("connections", 1, 1024, false, true),
    /** As many threads as connections for them. */
    THREADS_AND_CONNECTIONS("threads and connections", 1, 1024, true, true);

    private final String title;
    private final int min;
    private final int max;
    private final boolean ofThreads;
    private final boolean ofConnections;

    VariedSetting(String title, int min, int max, boolean ofThreads, boolean ofConnections) {
        this.title = title;
        this.min = min;
        this.max = max;
        this.ofThreads = ofThreads;
        this.ofConnections = ofConnections;
    }

    public String title() {
        return title;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }

    /** Whether it changes threads of the server. */
    public boolean isOfThreads() {
        return ofThreads;
    }

    /** Whether it changes connections of the server. */
    public boolean isOfConnections() {
        return ofConnections;
    }

    /** Whether it changes while the clients go on, so that one run has all values. */
    boolean isLive() {
        return ofThreads || ofConnections;
    }
}
