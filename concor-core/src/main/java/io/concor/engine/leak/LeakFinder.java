package io.concor.engine.leak;

import io.concor.LeakCheck;
import io.concor.engine.Context;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.MessageScan.Found;
import io.concor.statistics.Leaks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the message of each event when it enters and behind each component, and tells of what is another event's.
 */
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
    public void enter(Context context) {
        EventIdentity mark = new EventIdentity();
        context.mark = mark;
        look(context, mark, null);
    }

    @Override
    public void look(Context context, int component) {
        EventIdentity mark = context.mark;
        if (mark != null && context.error == null) { // it has none where it entered before it was looked for leaks
            look(context, mark, flow.component(component).name());
        }
    }

    private void look(Context context, EventIdentity mark, @Nullable String component) {
        try {
            meet(context, new MessageScan(shapes, owners, mark).at(context.value), component);
        } catch (Throwable thrown) { // no memory, or a message that throws anything when it is gone through
            if (check == LeakCheck.FAIL) {
                context.fail(thrown);
            } else {
                report.cannotLook(thrown, component);
            }
        }
    }

    private void meet(Context context, List<Found> found, @Nullable String component) {
        if (check == LeakCheck.WARN) {
            found.forEach(leak -> report.warn(leak, component));
        } else if (!found.isEmpty()) {
            context.fail(report.fail(found.get(0), component));
        }
    }

    @Override
    public void leave(Context context) {
        EventIdentity mark = context.mark;
        if (mark != null) {
            mark.end();
            context.mark = null;
        }
    }

    @Override
    public Leaks found() {
        return new Leaks(check, report.counted());
    }
}
