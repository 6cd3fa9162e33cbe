package io.concor.experiments.clientqueues.report;

import java.util.List;

/**
 * A load that was run.
 *
 * @param bench the servers
 * @param point the load
 * @param load what the clients found
 * @param servers what the servers reported
 * @param files names of the files with its seconds
 */
record Measurement(Bench bench, LoadPoint point, LoadSummary load, ServerReport servers, List<String> files) {

    double millisByTheLaw() {
        return load.millisByTheLaw(point.clients());
    }
}
