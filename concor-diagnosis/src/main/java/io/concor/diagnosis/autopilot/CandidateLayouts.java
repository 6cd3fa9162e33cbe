package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.advice.ResizedJoin;
import io.concor.diagnosis.advice.ThreadBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The changes that are worth a simulation: at most twenty, those that the verdict suggests first. */
final class CandidateLayouts {

    static final int MOST = 20;

    static final int MOST_GROWTH = 2;
    private static final int MOST_SLOTS = 4;
    private static final double LARGEST_DECREASE = 0.25;
    /** Fewer threads must be worth a change: otherwise a need that varies by one would change the layout all the time. */
    private static final double WORTH_DECREASE = 1.25;

    private static final double HEADROOM = 2;

    private final PlanRequest request;
    private final Situation situation;
    private final ThreadBounds bounds;

    CandidateLayouts(PlanRequest request) {
        this.request = request;
        this.situation = request.situation();
        this.bounds = new ThreadBounds(situation);
    }

    /** Returns the candidates. Whether the manager would accept them is not checked. */
    List<Candidate> all() {
        Stream<Candidate> candidates = request.purpose() == PlanPurpose.INCREASE ? increases() : decreases();
        return candidates
                .filter(candidate -> !candidate.slots().isEmpty())
                .distinct()
                .filter(request.ineffective().negate())
                .limit(MOST)
                .toList();
    }

    /** Busy processors are not relieved by more threads, wherever these are. */
    private Stream<Candidate> increases() {
        if (request.verdict().cause() == Cause.CPU) {
            return parts(halved());
        }
        Map<String, Optional<JoinSettings>> all = planned();
        all.putAll(new OwnJoins(request).slots());
        return Stream.of(
                        Stream.of(new Candidate(all)),
                        suggested(),
                        parts(planned()),
                        busiest().boxed().flatMap(this::grown))
                .flatMap(some -> some);
    }

    /** What would mend some causes in particular. */
    private Stream<Candidate> suggested() {
        Cause cause = request.verdict().cause();
        int component = index(request.verdict().component());
        if (cause == null) {
            return Stream.empty();
        }
        return switch (cause) {
            case TOO_MANY_THREADS -> parts(halved());
            case RING -> component < 0 ? Stream.empty() : largerRing(component);
            default -> component < 0 ? Stream.empty() : ownJoin(component);
        };
    }

    private int index(@Nullable String component) {
        return situation
                .indices()
                .filter(i -> situation.name(i).equals(component))
                .findFirst()
                .orElse(-1);
    }

    /** A change of several slots, and of each of them alone. */
    private static Stream<Candidate> parts(Map<String, Optional<JoinSettings>> slots) {
        return Stream.concat(
                Stream.of(new Candidate(slots)),
                slots.entrySet().stream().map(slot -> new Candidate(Map.of(slot.getKey(), slot.getValue()))));
    }

    private IntStream busiest() {
        return situation
                .filled()
                .boxed()
                .sorted(Comparator.comparingDouble(
                                (Integer slot) -> situation.stage(slot).busy())
                        .reversed())
                .limit(MOST_SLOTS)
                .mapToInt(slot -> slot);
    }

    private Map<String, Optional<JoinSettings>> planned() {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        situation.filled().forEach(slot -> {
            int present = situation.stage(slot).threads();
            int need = request.needs().getOrDefault(situation.name(slot), 0);
            put(slots, slot, Math.max(present, Math.min(MOST_GROWTH * present, need)));
        });
        return slots;
    }

    private Map<String, Optional<JoinSettings>> halved() {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        situation
                .filled()
                .forEach(slot ->
                        put(slots, slot, Math.max(1, situation.stage(slot).threads() / 2)));
        return slots;
    }

    private void put(Map<String, Optional<JoinSettings>> slots, int slot, int threads) {
        JoinSettings present = situation.settings(slot);
        if (present != null && threads != present.threads()) {
            slots.put(situation.name(slot), Optional.of(ResizedJoin.of(present, threads, kind(slot))));
        }
    }

    /** One and a half times and twice the threads, for when bursts need more than the average rate. */
    private Stream<Candidate> grown(int slot) {
        int present = situation.stage(slot).threads();
        return Stream.of(present + (present + 1) / 2, MOST_GROWTH * present)
                .map(wanted -> Math.min(bounds.most(slot), wanted))
                .filter(wanted -> wanted > present)
                .flatMap(wanted -> change(slot, wanted));
    }

    private Stream<Candidate> change(int slot, int threads) {
        return Optional.ofNullable(situation.settings(slot))
                .map(settings -> Candidate.of(situation.name(slot), ResizedJoin.of(settings, threads, kind(slot))))
                .stream();
    }

    private Stream<Candidate> largerRing(int slot) {
        return Optional.ofNullable(situation.settings(slot))
                .filter(settings -> settings.capacity() < JoinSettings.MAX_CAPACITY)
                .map(settings ->
                        Candidate.of(situation.name(slot), settings.capacity(MOST_GROWTH * settings.capacity())))
                .stream();
    }

    /**
     * Gives a component threads of its own; those that served it so far continue with what follows. Threads of callers and
     * clients are not counted, so twice as many as one is the most then.
     */
    private Stream<Candidate> ownJoin(int component) {
        int serving = situation.slotServing(component);
        JoinSettings shared = serving < 0 ? null : situation.settings(serving);
        int threads = Math.max(1, shared == null ? 1 : shared.threads());
        OptionalInt next = sharesThreads(component, serving);
        return serving == component && next.isEmpty()
                ? Stream.empty()
                : Stream.of(threads, MOST_GROWTH * threads)
                        .map(wanted -> Math.min(bounds.mostWithConnection(component), wanted))
                        .map(wanted -> split(component, shared, wanted, next));
    }

    private TaskKind kind(int component) {
        return situation.component(component).kind();
    }

    /** The component behind, if the same threads run it. */
    private OptionalInt sharesThreads(int component, int serving) {
        int next = component + 1;
        return serving >= 0 && next < situation.components() && situation.slotServing(next) == serving
                ? OptionalInt.of(next)
                : OptionalInt.empty();
    }

    private Candidate split(int component, @Nullable JoinSettings shared, int threads, OptionalInt next) {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        JoinSettings own =
                shared == null ? JoinSettings.fixed(threads) : ResizedJoin.of(shared, threads, kind(component));
        slots.put(situation.name(component), Optional.of(own));
        if (shared != null) {
            next.ifPresent(
                    i -> slots.put(situation.name(i), Optional.of(ResizedJoin.of(shared, shared.threads(), kind(i)))));
        }
        return new Candidate(slots);
    }

    private Stream<Candidate> decreases() {
        Map<String, Optional<JoinSettings>> fewer = fewer();
        return Stream.concat(fewer.isEmpty() ? Stream.empty() : parts(fewer), withoutIdleJoins());
    }

    private Map<String, Optional<JoinSettings>> fewer() {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        situation.filled().forEach(slot -> {
            Integer need = request.needs().get(situation.name(slot));
            if (need != null
                    && situation.stage(slot).threads() >= WORTH_DECREASE * need
                    && situation.stage(slot).threads() > need) {
                put(
                        slots,
                        slot,
                        Math.max(need, leastAfterDecrease(situation.stage(slot).threads())));
            }
        });
        return slots;
    }

    /** A quarter less. Of few threads, one less. */
    private static int leastAfterDecrease(int threads) {
        return Math.min(threads - 1, (int) Math.ceil((1 - LARGEST_DECREASE) * threads));
    }

    /** The threads of the slot in front would run the tasks. Those of callers and clients are not burdened with them. */
    private Stream<Candidate> withoutIdleJoins() {
        boolean headroom = Optional.ofNullable(request.verdict().headroom())
                .filter(known -> known.factor() >= HEADROOM)
                .isPresent();
        return headroom
                ? situation
                        .filled()
                        .filter(this::isIdle)
                        .mapToObj(slot -> new Candidate(Map.of(situation.name(slot), Optional.empty())))
                : Stream.empty();
    }

    private boolean isIdle(int slot) {
        return slot > 0
                && !situation.isTransition(slot - 1)
                && situation.slotServing(slot - 1) >= 0
                && situation.stage(slot).threads() == 1
                && !request.busy().contains(situation.name(slot));
    }
}
