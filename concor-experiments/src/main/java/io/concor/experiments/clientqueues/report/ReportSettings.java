package io.concor.experiments.clientqueues.report;

import org.jspecify.annotations.Nullable;

/**
 * What the options say about all experiments.
 *
 * @param seconds duration of the load of each value; null for that of the experiment
 * @param warmUpSeconds duration of the load before it; null for that of the experiment
 * @param rounds how often each value has its turn; null for as often as the experiment says
 * @param clients number of clients, or the largest one; null for that of the experiment
 */
record ReportSettings(
        @Nullable Integer seconds,
        @Nullable Integer warmUpSeconds,
        @Nullable Integer rounds,
        @Nullable Integer clients) {

    static final ReportSettings DEFAULTS = new ReportSettings(null, null, null, null);

    int seconds(int standard) {
        return seconds == null ? standard : seconds;
    }

    int warmUpSeconds(int standard) {
        return warmUpSeconds == null ? standard : warmUpSeconds;
    }

    int rounds(int standard) {
        return rounds == null ? standard : rounds;
    }

    int clients(int standard) {
        return clients == null ? standard : clients;
    }
}
