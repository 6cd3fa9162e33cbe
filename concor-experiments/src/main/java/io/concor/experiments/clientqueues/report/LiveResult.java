package io.concor.experiments.clientqueues.report;

import java.util.List;
import java.util.Map;

/**
 * One load during which the server was changed.
 *
 * @param table a row for each value
 */
record LiveResult(Map<String, String> database, String table, LoadSummary load, List<String> files) implements Result {

    @Override
    public List<LoadSummary> loads() {
        return List.of(load);
    }

    /** A change makes no request fail. */
    @Override
    public boolean isCorrect() {
        return load.isCorrect() && load.errors() == 0;
    }
}
