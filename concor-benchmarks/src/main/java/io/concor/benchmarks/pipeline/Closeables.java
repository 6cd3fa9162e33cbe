package io.concor.benchmarks.pipeline;

import java.util.List;

/** Closes what belongs to a pipeline. */
final class Closeables {

    private Closeables() {}

    static void all(List<? extends AutoCloseable> resources) {
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception failed) {
                throw new IllegalStateException("Cannot close " + resource, failed);
            }
        }
    }
}
