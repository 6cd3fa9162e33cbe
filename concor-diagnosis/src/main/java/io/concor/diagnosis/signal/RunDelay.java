package io.concor.diagnosis.signal;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Reads how long the threads of this process waited for a processor. That takes a while, so it is read only while the
 * processors are busy. Threads of the compiler do not count: in the first seconds of a load they wait a lot, while those that
 * handle events need not. For one thread.
 */
final class RunDelay {

    private final ProcessThreads threads;
    private final TimeGrowth waited = new TimeGrowth(ProcessThreads::waitedNanos);

    RunDelay(ProcessThreads threads) {
        this.threads = threads;
    }

    /**
     * Returns the average number of threads that waited since the last call. Unknown at the first call, and elsewhere than
     * on Linux.
     */
    OptionalDouble threads(long nanos) {
        List<Path> others = threads.all().stream()
                .filter(thread -> !threads.isCompiler(thread))
                .toList();
        return waited.next(others, nanos);
    }

    /** Forgets the last call. */
    void pause() {
        waited.pause();
    }
}
