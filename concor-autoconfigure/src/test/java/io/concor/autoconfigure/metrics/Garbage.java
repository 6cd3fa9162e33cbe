package io.concor.autoconfigure.metrics;

import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;

/** Collects garbage, after which a meter has lost what it reads unless another object holds it. */
final class Garbage {

    private Garbage() {}

    static void collect() {
        WeakReference<Object> unreachable = new WeakReference<>(new Object());
        await("a garbage collection").until(() -> {
            System.gc();
            return unreachable.refersTo(null);
        });
    }
}
