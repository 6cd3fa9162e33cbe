package io.concor.leak;

import io.concor.Component;
import io.concor.MessageCheck;
import java.util.List;

/**
 * What happens to leaked references: to a mutable object that is in two events at once, or that was in an earlier event
 * and comes again. The check is for development and tests: it scans every message at entry and after each component, and
 * components run one by one.
 *
 * <pre>{@code
 * Flows.<String>create("flow").checking(LeakCheck.FAIL)
 * }</pre>
 */
public enum LeakCheck implements MessageCheck.Factory {
    /** Messages are not scanned, at no cost. */
    OFF,
    /** A leak is counted, and logged once for each component and type. The event goes on. */
    WARN,
    /** A leak is counted, and fails the event in which it is found with a {@link LeakedReferenceException}. */
    FAIL;

    /** Creates a check that has found no leak yet. */
    @Override
    public MessageCheck create(String flow, List<Component> components, int maxInFlight) {
        return this == OFF ? MessageCheck.NONE : new LeakFinder(this, flow, components, maxInFlight);
    }
}
