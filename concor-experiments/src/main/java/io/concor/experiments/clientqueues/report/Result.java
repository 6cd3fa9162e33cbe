package io.concor.experiments.clientqueues.report;

import java.util.List;
import java.util.Map;

/** What an experiment has found. */
sealed interface Result permits LoadResult, LiveResult {

    /** Returns version and settings of the database. */
    Map<String, String> database();

    /** Returns the loads. */
    List<LoadSummary> loads();

    /** Returns the names of the files with the seconds of the loads. */
    List<String> files();

    /** Whether all is well. */
    default boolean isCorrect() {
        return loads().stream().allMatch(LoadSummary::isCorrect);
    }
}
