package io.concor.benchmarks.pipeline;

import java.util.List;

/** Closes the resources of a pipeline. */
final class Closeables {

    private Closeables() {}

    static void closeAll(List<? extends AutoCloseable> resources) {
        for (AutoCloseable resource : resources) {
            try {
                resource.close();
            } catch (Exception failed) {
                throw new IllegalStateException("Cannot close " + resource, failed);
            }
        }
    }
}
