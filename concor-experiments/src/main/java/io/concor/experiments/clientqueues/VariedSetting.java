package io.concor.experiments.clientqueues;

import io.concor.simulator.queues.check.MessageContents;

/** What an experiment varies. */
enum VariedSetting {
    /** The characters of a message. */
    MESSAGE_SIZE("characters", MessageContents.MIN_SIZE, MessageContents.MAX_SIZE),
    /** The number of clients. */
    CLIENTS("clients", 2, 10_000),
    /** The threads of a slot of the server, changed while it runs. */
    THREADS("threads", 1, 1024);

    private final String title;
    private final int min;
    private final int max;

    VariedSetting(String title, int min, int max) {
        this.title = title;
        this.min = min;
        this.max = max;
    }

    String title() {
        return title;
    }

    int min() {
        return min;
    }

    int max() {
        return max;
    }
}
