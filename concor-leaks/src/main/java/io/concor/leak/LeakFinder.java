package io.concor.leak;

import io.concor.Component;
import io.concor.Flow;
import io.concor.MessageCheck;
import io.concor.leak.Leaks.Leak;
import io.concor.leak.MessageScan.Found;
import io.concor.text.FailureLog;
import io.concor.text.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scans the message of each event at entry and after each component, and reports objects of another event. */
final class LeakFinder implements MessageCheck {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final int MAX_OBJECTS = 1 << 16;
    /** The objects that a report names on the path from a leaked object to the message. */
    private static final int MAX_HOLDERS = 10;

    private final LeakCheck check;
    private final String flow;
    private final List<Component> components;
    /** The events inside by their numbers; null for those that entered before the check was set. */
    private final @Nullable EventIdentity[] inside;

    private final TypeShapes shapes;
    private final ObjectOwners owners = new ObjectOwners(MAX_OBJECTS);
    private final Map<Place, Long> counts = new ConcurrentHashMap<>();
    private final FailureLog scanFailure = new FailureLog();

    private record Place(@Nullable String component, String type) {}

    LeakFinder(LeakCheck check, String flow, List<Component> components, int maxInFlight) {
        this.check = check;
        this.flow = flow;
        this.components = components;
        this.inside = new EventIdentity[maxInFlight];
        this.shapes = new TypeShapes(components);
    }

    @Override
    public @Nullable Throwable check(int event, int component, @Nullable Object message) {
        if (component == ENTRY) {
            inside[event] = new EventIdentity();
            return scan(inside[event], message, null);
        }
        EventIdentity identity = inside[event];
        return identity == null
                ? null
                : scan(identity, message, components.get(component).name());
    }

    @Override
    public void ended(int event) {
        EventIdentity identity = inside[event];
        if (identity != null) {
            identity.end();
            inside[event] = null;
        }
    }

    private @Nullable Throwable scan(EventIdentity event, @Nullable Object message, @Nullable String component) {
        try {
            return report(new MessageScan(shapes, owners, event).of(message), component);
        } catch (Throwable thrown) { // no memory, or a message that throws when it is read
            if (check == LeakCheck.FAIL) {
                return thrown;
            }
            String line = "Flow '{}': a message could not be scanned for leaks at '{}'. Logged once";
            scanFailure.once(thrown, failure -> logger.warn(line, flow, component, failure));
            return null;
        }
    }

    private @Nullable Throwable report(List<Found> found, @Nullable String component) {
        if (check == LeakCheck.FAIL) {
            return found.isEmpty() ? null : report(found.get(0), component);
        }
        found.forEach(leak -> report(leak, component));
        return null;
    }

    LeakedReferenceException report(Found found, @Nullable String component) {
        LeakedReferenceException error = error(found, component);
        long times = counts.merge(new Place(component, error.type()), 1L, Long::sum);
        if (check == LeakCheck.WARN && times == 1) {
            logger.warn("{} (logged once for this place and type)", error.getMessage());
        }
        return error;
    }

    private LeakedReferenceException error(Found found, @Nullable String component) {
        String type = found.type().getTypeName();
        String problem = Sentence.of(
                "%s%s %s. Give each event an object of its own, or an immutable one: see docs/payloads.md",
                type, heldBy(found.holders()), found.ended() ? again(component) : twice(component));
        return new LeakedReferenceException(flow, component, type, problem);
    }

    /** Describes the path to the message. Omits the middle of a long one, such as the path through a linked list. */
    private static String heldBy(List<Class<?>> holders) {
        List<String> path = holders.stream().map(Class::getTypeName).collect(Collectors.toCollection(ArrayList::new));
        int omitted = path.size() - MAX_HOLDERS;
        if (omitted > 0) {
            path.subList(MAX_HOLDERS / 2, MAX_HOLDERS / 2 + omitted).clear();
            path.add(MAX_HOLDERS / 2, omitted + " others");
        }
        return path.stream().map(", held by "::concat).collect(Collectors.joining()) + (path.isEmpty() ? "" : ",");
    }

    private static String again(@Nullable String component) {
        String what = component == null ? "was let in again by the caller" : "was kept and has come again";
        return what + ": an event that has ended had it";
    }

    private static String twice(@Nullable String component) {
        String what = component == null ? "was let in twice by the caller" : "travels in two events at once";
        return what + ": another event inside has it";
    }

    Leaks found() {
        List<Leak> leaks = counts.entrySet().stream()
                .map(count ->
                        new Leak(count.getKey().component(), count.getKey().type(), count.getValue()))
                .toList();
        return new Leaks(check, leaks);
    }
}
