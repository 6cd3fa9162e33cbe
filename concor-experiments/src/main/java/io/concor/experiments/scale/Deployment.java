package io.concor.experiments.scale;

/**
 * A flow over many processes, and its brokers.
 *
 * @param slots remote slots, one behind the other
 * @param partitions of the events of each slot
 * @param replication brokers that keep each record
 * @param perSecond events a second that come to the flow; each goes through all slots
 * @param bytes of the record of an event
 */
record Deployment(
        int processes,
        int brokers,
        int slots,
        int partitions,
        SlotPlacement placement,
        int replication,
        double perSecond,
        int bytes) {

    /** Returns how many slots a process handles. */
    double slotsOfProcess() {
        return placement.slotsOfProcess(processes, slots);
    }

    /** Returns how many queues a process has open. */
    double queuesOfProcess() {
        return placement.queuesOfProcess(processes, slots);
    }

    /** Returns how many processes handle a slot, or would if there were partitions for them. */
    double membersOfSlot() {
        return processes * slotsOfProcess() / slots;
    }

    /** Returns how many processes have partitions of a slot. */
    double workersOfSlot() {
        return Math.min(membersOfSlot(), partitions);
    }

    /** Returns how many partitions of a slot such a process has. */
    double partitionsOfWorker() {
        return partitions / workersOfSlot();
    }

    /** Returns how many processes have partitions of any slot: where those of the slots are others, as many as there can be. */
    double workers() {
        return Math.min(processes, slots * workersOfSlot());
    }

    /** Returns how many of the brokers lead at least one of some partitions that lie anywhere. */
    double leadersOf(double some) {
        return brokers * (1 - Math.pow(1 - 1.0 / brokers, some));
    }
}
