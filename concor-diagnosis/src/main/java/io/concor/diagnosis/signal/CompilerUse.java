package io.concor.diagnosis.signal;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Reads how many processors the compiler of the JVM uses, which is most in the first minutes of a load. It has few threads, but
 * to find them all others are looked at, so that is done seldom. For one thread.
 */
final class CompilerUse {

    private static final int READINGS_BETWEEN_SEARCHES = 10;

    private final ProcessThreads threads;
    private final TimeGrowth ran = new TimeGrowth(ProcessThreads::ranNanos);
    private List<Path> compilers = List.of();
    private int readings;

    CompilerUse(ProcessThreads threads) {
        this.threads = threads;
    }

    /** Returns the number of processors used since the last call. Unknown at the first call, and elsewhere than on Linux. */
    OptionalDouble processors(long nanos) {
        if (readings++ % READINGS_BETWEEN_SEARCHES == 0) {
            compilers = threads.all().stream().filter(threads::isCompiler).toList();
        }
        return ran.next(compilers, nanos);
    }
}
