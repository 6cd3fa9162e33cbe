package io.concor.experiments.scale;

/**
 * Figures of few brokers and processes on one machine, on which the model rests; the last three are counted by Kafka's protocol.
 *
 * @param transactionSeconds from the begin of a transaction of ends to that of the next one
 * @param transactionBytes what it adds to the logs of a broker, whatever it ends
 * @param partitionBytes what each partition adds in which it ends events: its progress, its offset, its marker
 * @param endBytes what each event adds that it ends, the event itself not included
 * @param memberBytes the record by which a process says all about itself
 * @param beatBytes the record by which it says only that it is there
 * @param describedBytes of a partition in a broker's answer about topics
 * @param groupMemberBytes of a member, of all that is sent and written when its group is formed anew
 */
record MeasuredCosts(
        double transactionSeconds,
        double transactionBytes,
        double partitionBytes,
        double endBytes,
        double memberBytes,
        double beatBytes,
        double describedBytes,
        double groupMemberBytes) {

    /** Measured on 30 November 2026, as docs/experiments/remote.md has it. */
    static final MeasuredCosts HERE = new MeasuredCosts(0.028, 1_200, 220, 1, 700, 120, 45, 600);
}
