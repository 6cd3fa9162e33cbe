package io.concor.simulator.queues.check;

/**
 * The clients of this process among those of all processes, which are numbered from 1.
 *
 * @param first number of the first client of this process
 * @param count number of clients of this process
 * @param total number of clients of all processes
 */
public record ClientRange(int first, int count, int total) {

    public boolean contains(int client) {
        return client >= first && client < first + count;
    }

    /** Whether other processes send to clients of this one. */
    public boolean hasOthers() {
        return count < total;
    }
}
