package io.concor.benchmarks.workload;

import java.util.List;

/** Closes resources. */
public final class Closeables {

    private Closeables() {}

    /** Closes all in order, or throws at the first that cannot be closed. */
    public static void closeAll(List<? extends AutoCloseable> resources) {
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception failed) {
                throw new IllegalStateException("Cannot close " + resource, failed);
            }
        }
    }
}
