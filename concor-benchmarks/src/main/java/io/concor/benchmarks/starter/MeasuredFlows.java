package io.concor.benchmarks.starter;

import io.concor.benchmarks.workload.Closeables;
import io.concor.manage.Manager;
import java.util.List;

/**
 * Running flows and what surrounds them.
 *
 * @param manager has the flows
 * @param resources the flows, or the application that closes them
 */
public record MeasuredFlows(Manager manager, List<? extends AutoCloseable> resources) implements AutoCloseable {

    /** Ends the flows. No event may be in flight. May be called again. */
    @Override
    public void close() {
        Closeables.closeAll(resources);
    }
}
