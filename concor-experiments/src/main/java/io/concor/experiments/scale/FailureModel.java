package io.concor.experiments.scale;

/** What follows when a process or a broker ends, and when processes are replaced. */
record FailureModel(Deployment deployment, MeasuredCosts costs) {

    /** Returns how many partitions go to others with a process. */
    double partitionsOfProcess() {
        return deployment.slotsOfProcess()
                * Math.min(1, deployment.workersOfSlot() / deployment.membersOfSlot())
                * deployment.partitionsOfWorker();
    }

    /** Returns the longest time in seconds until the others know that a killed process is gone, and have its partitions. */
    double takeOverSeconds() {
        return StoreConstants.SESSION_SECONDS + StoreConstants.HEARTBEAT_SECONDS;
    }

    /** Returns how many bytes of progress the next owners read at most. */
    double mostBytesOfProgress() {
        return partitionsOfProcess() * StoreConstants.MOST_PROGRESS_BYTES;
    }

    /** Returns how many times groups are formed anew when all processes are replaced one after the other. */
    double rebalancesOfReplacement() {
        return 2 * new TopicModel(deployment).memberships();
    }

    /** Returns how many bytes are sent and written when a group is formed anew. */
    double bytesOfRebalance() {
        return deployment.membersOfSlot() * costs.groupMemberBytes();
    }

    /**
     * Returns how many seconds that takes at least: each process leaves, which the others learn by their next heartbeat, and joins,
     * by which partitions move, which takes two of them.
     */
    double replacementSeconds() {
        return deployment.processes() * 3 * StoreConstants.HEARTBEAT_SECONDS;
    }

    /** Returns how many partitions have no leader while it is found out that a broker is gone. */
    double partitionsOfBroker() {
        return (double) new TopicModel(deployment).partitions() / deployment.brokers();
    }
}
