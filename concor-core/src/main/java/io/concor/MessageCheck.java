package io.concor;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the messages of a flow as they enter and after each component that they pass. For development and tests: while a
 * check is on, components run one by one.
 *
 * <p>Thread-safe. The calls for one event come one after the other, and each sees what the earlier ones wrote. What a call
 * throws becomes the event's error.
 */
@FunctionalInterface
public interface MessageCheck {

    /** The component index of a message that has just entered the flow. */
    int ENTRY = -1;

    /** Checks nothing, at no cost. */
    MessageCheck NONE = (event, component, message) -> null;

    /**
     * Checks the message of an event. Not called for an event with an error. An event that was inside when the check was
     * set may be checked from a later component on.
     *
     * @param event the number of the event, from zero up to the flow's maximum of events inside: each event inside has
     *     another one
     * @param component the index of the component that the message has passed, or {@link #ENTRY}
     * @return the error with which the event fails, or null
     */
    @Nullable
    Throwable check(int event, int component, @Nullable Object message);

    /** An event has ended: another one may get its number. */
    default void ended(int event) {}

    /** Creates the checks of flows. Thread-safe. */
    @FunctionalInterface
    interface Factory {

        /**
         * Creates the check of a flow.
         *
         * @param maxInFlight the flow's maximum of events inside
         */
        MessageCheck create(String flow, List<Component> components, int maxInFlight);
    }
}
