package io.concor.experiments.scale;

/** Which slots a process handles. */
enum SlotPlacement {
    /** All of them: processes without names. */
    ALL {
        @Override
        double slotsOfProcess(int processes, int slots) {
            return slots;
        }

        @Override
        double queuesOfProcess(int processes, int slots) {
            return slots;
        }
    },
    /** Those of its node: each node has as many processes and as many slots as any other, and puts into the slot behind its last one. */
    NODES {
        @Override
        double slotsOfProcess(int processes, int slots) {
            return Math.max(1, (double) slots / processes);
        }

        @Override
        double queuesOfProcess(int processes, int slots) {
            return Math.min(slots, slotsOfProcess(processes, slots) + 1);
        }
    };

    /** Returns how many slots a process handles. */
    abstract double slotsOfProcess(int processes, int slots);

    /** Returns how many queues a process has open, of those that it handles and puts into. */
    abstract double queuesOfProcess(int processes, int slots);
}
