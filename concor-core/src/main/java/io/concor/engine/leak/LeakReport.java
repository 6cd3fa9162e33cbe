package io.concor.engine.leak;

import io.concor.Flow;
import io.concor.LeakedReferenceException;
import io.concor.engine.leak.MessageScan.Found;
import io.concor.statistics.Leaks.Leak;
import io.concor.text.ThrowableText;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts the leaks of a flow by component and type, and puts them into words. Thread-safe. */
final class LeakReport {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    private final String flow;
    private final AtomicBoolean toldOfFailure = new AtomicBoolean();
    private final Map<Key, Long> times = new ConcurrentHashMap<>();

    LeakReport(String flow) {
        this.flow = flow;
    }

    private record Key(@Nullable String component, String type) {}

    /** Counts it, and logs it where it is the first of its type at its place. */
    void warn(Found found, @Nullable String component) {
        if (count(found, component) == 1) {
            logger.warn(
                    "{} (told once for this place and type)",
                    error(found, component).getMessage());
        }
    }

    /** Counts it and gives the error that it is. */
    LeakedReferenceException fail(Found found, @Nullable String component) {
        count(found, component);
        return error(found, component);
    }

    /** Logs the first time that a message could not be looked at. */
    void cannotLook(Throwable thrown, @Nullable String component) {
        if (!toldOfFailure.getAndSet(true)) {
            String line = "Flow '{}': a message could not be looked at for leaks at '{}'";
            ThrowableText.log(thrown, failure -> logger.warn(line, flow, component, failure));
        }
    }

    private long count(Found found, @Nullable String component) {
        return times.merge(new Key(component, found.type().getTypeName()), 1L, Long::sum);
    }

    private LeakedReferenceException error(Found found, @Nullable String component) {
        String type = found.type().getTypeName();
        Class<?> holder = found.holder();
        String told = "%s%s %s. Give each event an object of its own, or one that cannot change: see docs/payloads.md"
                .formatted(
                        type,
                        holder == null ? "" : ", held by %s,".formatted(holder.getTypeName()),
                        component == null ? letIn(found) : brought(found));
        return new LeakedReferenceException(flow, component, type, told);
    }

    private static String letIn(Found found) {
        return found.ended()
                ? "was let in again by the caller: an event that has ended had it"
                : "was let in twice by the caller: another event inside has it";
    }

    private static String brought(Found found) {
        return found.ended()
                ? "was kept and has come again: an event that has ended had it"
                : "travels in two events at once: another event inside has it";
    }

    /** What was counted so far. */
    List<Leak> counted() {
        return times.entrySet().stream()
                .map(entry ->
                        new Leak(entry.getKey().component(), entry.getKey().type(), entry.getValue()))
                .toList();
    }
}
