package io.concor.engine.leak;

import io.concor.Flow;
import io.concor.LeakCheck;
import io.concor.LeakedReferenceException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.MessageScan.Found;
import io.concor.statistics.Leaks;
import io.concor.statistics.Leaks.Leak;
import io.concor.text.FailureLog;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scans the message of each event at entry and after each component, and reports objects of another event. */
final class LeakFinder implements LeakWatch {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final int MAX_OBJECTS = 1 << 16;

    private final FlowDefinition flow;
    private final LeakCheck check;
    private final TypeShapes shapes;
    private final ObjectOwners owners = new ObjectOwners(MAX_OBJECTS);
    private final Map<Place, Long> counts = new ConcurrentHashMap<>();
    private final FailureLog scanFailure = new FailureLog();

    private record Place(@Nullable String component, String type) {}

    LeakFinder(FlowDefinition flow, LeakCheck check) {
        this.flow = flow;
        this.check = check;
        this.shapes = new TypeShapes(flow);
    }

    @Override
    public EventIdentity identify() {
        return new EventIdentity();
    }

    @Override
    public @Nullable Throwable scan(EventIdentity event, @Nullable Object message, int component) {
        String name = component == ENTRY ? null : flow.component(component).name();
        try {
            return report(new MessageScan(shapes, owners, event).of(message), name);
        } catch (Throwable thrown) { // no memory, or a message that throws when it is read
            if (check == LeakCheck.FAIL) {
                return thrown;
            }
            String line = "Flow '{}': a message could not be scanned for leaks at '{}'. Logged once";
            scanFailure.once(thrown, failure -> logger.warn(line, flow.name(), name, failure));
            return null;
        }
    }

    private @Nullable Throwable report(List<Found> found, @Nullable String component) {
        if (check == LeakCheck.FAIL) {
            return found.isEmpty() ? null : fail(found.get(0), component);
        }
        found.forEach(leak -> warn(leak, component));
        return null;
    }

    LeakedReferenceException fail(Found found, @Nullable String component) {
        count(found, component);
        return error(found, component);
    }

    private void warn(Found found, @Nullable String component) {
        if (count(found, component) == 1) {
            logger.warn(
                    "{} (logged once for this place and type)",
                    error(found, component).getMessage());
        }
    }

    private long count(Found found, @Nullable String component) {
        return counts.merge(new Place(component, found.type().getTypeName()), 1L, Long::sum);
    }

    private LeakedReferenceException error(Found found, @Nullable String component) {
        String type = found.type().getTypeName();
        Class<?> holder = found.holder();
        String problem = "%s%s %s. Give each event an object of its own, or an immutable one: see docs/payloads.md"
                .formatted(
                        type,
                        holder == null ? "" : ", held by %s,".formatted(holder.getTypeName()),
                        found.ended()
                                ? "%s: an event that has ended had it".formatted(again(component))
                                : "%s: another event inside has it".formatted(twice(component)));
        return new LeakedReferenceException(flow.name(), component, type, problem);
    }

    private static String again(@Nullable String component) {
        return component == null ? "was let in again by the caller" : "was kept and has come again";
    }

    private static String twice(@Nullable String component) {
        return component == null ? "was let in twice by the caller" : "travels in two events at once";
    }

    @Override
    public Leaks found() {
        List<Leak> leaks = counts.entrySet().stream()
                .map(count ->
                        new Leak(count.getKey().component(), count.getKey().type(), count.getValue()))
                .toList();
        return new Leaks(check, leaks);
    }
}
