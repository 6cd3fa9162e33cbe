package io.concor.experiments.clientqueues.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The experiments of the report. */
enum ReportExperiment {
    STABILITY,
    MESSAGE_SIZES,
    CONNECTIONS,
    THREADS,
    THREADS_AND_CONNECTIONS,
    CLIENTS,
    CLIENT_PROCESSES,
    SPEED_UP,
    SCALE_UP,
    SCALE_OUT;

    /** Returns its name in options and of files. */
    String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the one of a name. */
    static Optional<ReportExperiment> of(String title) {
        return Arrays.stream(values()).filter(one -> one.title().equals(title)).findAny();
    }

    static List<String> titles() {
        return Arrays.stream(values()).map(ReportExperiment::title).toList();
    }
}
