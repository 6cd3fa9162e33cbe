package io.concor.experiments.clientqueues.report;

import java.time.Duration;

/** What an experiment does. */
sealed interface Plan permits LoadPlan, LivePlan {

    /** Queues through which the clients send. */
    int QUEUES = 50;

    /** The time that a database and a server take to start; each further server takes longer. */
    Duration TO_START = Duration.ofSeconds(30);

    Duration TO_START_ANOTHER = Duration.ofSeconds(12);

    /** Duration of the load of each value, in seconds. */
    int seconds();

    /** Duration of the load before it, in seconds. */
    int warmUpSeconds();

    /** How often each value has its turn. */
    int rounds();

    /** Returns about how long it takes. */
    Duration estimate();
}
