package io.concor.benchmarks.batch;

import java.util.List;
import org.openjdk.jmh.infra.Blackhole;

/** What a task does with a batch. */
@FunctionalInterface
public interface BatchWork {

    List<Integer> handle(List<Integer> messages);

    /**
     * Returns work that loops over the messages and computes for each.
     *
     * @param tokens the amount of computing for each message
     */
    static BatchWork loop(long tokens) {
        return messages -> {
            for (Integer message : messages) {
                Blackhole.consumeCPU(tokens + (message & 1));
            }
            return messages;
        };
    }
}
