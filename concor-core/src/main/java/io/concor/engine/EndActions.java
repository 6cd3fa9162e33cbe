package io.concor.engine;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The actions registered for the end of an event, the last one first. Immutable.
 *
 * @param last the action registered last
 * @param before the actions registered before it, or null for none
 */
record EndActions(Runnable last, @Nullable EndActions before) {

    /** Replaces the actions when the event has ended. */
    static final EndActions OVER = new EndActions(() -> {}, null);

    /**
     * Runs the actions, the last one first. Allocates nothing, because memory may be short.
     *
     * @param failures receives what an action throws
     */
    void run(Consumer<Throwable> failures) {
        for (EndActions actions = this; actions != null; actions = actions.before) {
            try {
                actions.last.run();
            } catch (Throwable failure) {
                failures.accept(failure);
            }
        }
    }
}
