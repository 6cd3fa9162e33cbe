package io.concor.engine.leak;

import io.concor.LeakCheck;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.LeakWatch.EventIdentity;
import io.concor.engine.leak.MessageScan.Found;
import io.concor.statistics.Leaks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Scans the message of each event at entry and after each component, and reports objects of another event. */
final class LeakFinder implements LeakWatch {

    /** How many objects are remembered. */
    private static final int MOST_OBJECTS = 1 << 16;

    private final FlowDefinition flow;
    private final LeakCheck check;
    private final TypeShapes shapes;
    private final ObjectOwners owners = new ObjectOwners(MOST_OBJECTS);
    private final LeakReport report;

    LeakFinder(FlowDefinition flow, LeakCheck check) {
        this.flow = flow;
        this.check = check;
        this.shapes = new TypeShapes(flow);
        this.report = new LeakReport(flow.name());
    }

    @Override
    public EventIdentity identify() {
        return new EventIdentity();
    }

    @Override
    public @Nullable Throwable scan(EventIdentity event, @Nullable Object message, int component) {
        String name = component == ENTRY ? null : flow.component(component).name();
        try {
            return report(new MessageScan(shapes, owners, event).at(message), name);
        } catch (Throwable thrown) { // no memory, or a message that throws when it is read
            if (check == LeakCheck.FAIL) {
                return thrown;
            }
            report.cannotLook(thrown, name);
            return null;
        }
    }

    private @Nullable Throwable report(List<Found> found, @Nullable String component) {
        if (check == LeakCheck.FAIL) {
            return found.isEmpty() ? null : report.fail(found.get(0), component);
        }
        found.forEach(leak -> report.warn(leak, component));
        return null;
    }

    @Override
    public Leaks found() {
        return new Leaks(check, report.counted());
    }
}
