package io.concor.diagnosis;

import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The alarm of one flow: raised when the flow was limited in three of the last five seconds, cleared when nothing limits it.
 * The first seconds after a change of the load often suggest another cause, so it names the one that most of these seconds
 * name, of several the latest. Another cause replaces it. No cause is raised twice within two minutes: an alarm that is
 * raised returns to it in silence, and only when all of these seconds name it, because two causes near their bounds alternate.
 * For one thread.
 */
final class Alarm {

    private static final Duration PAUSE = Duration.ofMinutes(2);

    private final AlarmListener listener;
    private final Supplier<Instant> clock;
    private final Map<Cause, Instant> quietUntil = new EnumMap<>(Cause.class);
    /** What limited the flow in the last seconds, the latest first; empty for nothing. */
    private final Deque<Optional<Verdict>> recent = new ArrayDeque<>();

    private @Nullable Verdict raised;

    Alarm(AlarmListener listener, Supplier<Instant> clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** The flow was limited for a second. */
    void limited(Verdict verdict) {
        add(Optional.of(sinceCause(verdict)));
        List<Verdict> limited = recent.stream().flatMap(Optional::stream).toList();
        if (limited.size() >= LimitSigns.ENOUGH_WINDOWS) {
            List<Verdict> ofCause = mostFrequent(limited, Verdict::cause);
            List<Verdict> ofSlot = mostFrequent(ofCause, latest -> Optional.ofNullable(latest.slot()));
            decide(
                    mostFrequent(ofSlot, latest -> Optional.ofNullable(latest.component()))
                            .get(0),
                    ofCause.size() == Observation.KEPT);
        }
    }

    /** A cause that follows another one began later than the limit, unless it was named in one of the last seconds. */
    private Verdict sinceCause(Verdict verdict) {
        return Stream.concat(recent.stream().flatMap(Optional::stream), Stream.ofNullable(raised))
                .filter(before -> before.cause() == verdict.cause())
                .findFirst()
                .map(before -> verdict.since(before.since()))
                .orElseGet(() -> hasNamed() ? verdict.since(clock.get()) : verdict);
    }

    private boolean hasNamed() {
        return raised != null || recent.stream().anyMatch(Optional::isPresent);
    }

    /** Nothing limited the flow for a second; it may still count as limited. */
    void unlimited() {
        add(Optional.empty());
    }

    /** No cause was named for a second. After five such seconds the alarm ends. */
    void unnamed() {
        unlimited();
        if (recent.size() == Observation.KEPT && recent.stream().allMatch(Optional::isEmpty)) {
            clear();
        }
    }

    private void add(Optional<Verdict> second) {
        recent.addFirst(second);
        if (recent.size() > Observation.KEPT) {
            recent.removeLast();
        }
    }

    /** Returns the verdicts with the most frequent value; of several the one that comes first. */
    private static List<Verdict> mostFrequent(List<Verdict> verdicts, Function<Verdict, Object> value) {
        return verdicts.stream()
                .collect(Collectors.groupingBy(value, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .max(Comparator.comparingInt(List::size)) // the first of the largest
                .orElseThrow();
    }

    /** @param always whether each of the last seconds has this cause */
    private void decide(Verdict present, boolean always) {
        Verdict before = raised;
        boolean sameCause = before != null && before.cause() == present.cause();
        if (!sameCause && mayRaise(present)) {
            end();
            raise(present);
        } else if (before != null && (sameCause ? !Objects.equals(before.slot(), present.slot()) : always)) {
            raised = present;
            listener.onMoved(present);
        }
    }

    private boolean mayRaise(Verdict present) {
        Instant quiet = quietUntil.get(Objects.requireNonNull(present.cause()));
        return quiet == null || !clock.get().isBefore(quiet);
    }

    private void raise(Verdict present) {
        quietUntil.put(Objects.requireNonNull(present.cause()), clock.get().plus(PAUSE));
        raised = present;
        listener.onRaised(present);
    }

    /** The layout has changed: what limited the flow before says nothing about the new one. */
    void layoutChanged() {
        recent.clear();
    }

    /** Nothing limits the flow any more, or it is closed. */
    void clear() {
        recent.clear();
        end();
    }

    private void end() {
        Verdict before = raised;
        if (before != null) {
            raised = null;
            listener.onCleared(before);
        }
    }
}
