package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.advice.ResizedJoin;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
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
    private final ThreadNeeds bounds;
    private final StoredWays stored;

    CandidateLayouts(PlanRequest request) {
        this.request = request;
        this.situation = request.situation();
        this.bounds = new ThreadNeeds(situation);
        this.stored = new StoredWays(situation);
    }

    /** Returns the candidates. Whether the manager would accept them is not checked. */
    List<Candidate> all() {
        Stream<Candidate> candidates = request.purpose() == PlanPurpose.INCREASE
                ? increases()
                : Stream.concat(parts(resized(this::fewer)), withoutIdleJoins());
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
        return resized(slot -> Math.max(
                threads(slot),
                Math.min(MOST_GROWTH * threads(slot), request.needs().getOrDefault(situation.name(slot), 0))));
    }

    private Map<String, Optional<JoinSettings>> halved() {
        return resized(slot -> Math.max(1, threads(slot) / 2));
    }

    /** Returns the slots that get another number of threads. */
    private Map<String, Optional<JoinSettings>> resized(IntUnaryOperator threads) {
        Map<String, Optional<JoinSettings>> slots = new LinkedHashMap<>();
        situation
                .filled()
                .filter(slot -> threads.applyAsInt(slot) != threads(slot))
                .forEach(slot -> slots.put(situation.name(slot), Optional.of(resized(slot, threads.applyAsInt(slot)))));
        return slots;
    }

    private JoinSettings resized(int slot, int threads) {
        return ResizedJoin.of(situation.settings(slot), threads, kind(slot));
    }

    private int threads(int slot) {
        return situation.stage(slot).threads();
    }

    /** One and a half times and twice the threads, for when bursts need more than the average rate. */
    private Stream<Candidate> grown(int slot) {
        int present = threads(slot);
        return Stream.of(present + (present + 1) / 2, MOST_GROWTH * present)
                .map(wanted -> Math.min(bounds.most(slot), wanted))
                .filter(wanted -> wanted > present)
                .map(wanted -> Candidate.of(situation.name(slot), resized(slot, wanted)));
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
        JoinSettings shared = situation.stages().join(component);
        int threads = shared == null ? 1 : shared.threads();
        OptionalInt next = sharesThreads(component, serving);
        return serving == component && next.isEmpty() || !stored.permit(component)
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
        slots.put(situation.name(component), Optional.of(ResizedJoin.of(shared, threads, kind(component))));
        if (shared != null) {
            next.ifPresent(
                    i -> slots.put(situation.name(i), Optional.of(ResizedJoin.of(shared, shared.threads(), kind(i)))));
        }
        return new Candidate(slots);
    }

    /** A quarter less. Of few threads, one less. */
    private int fewer(int slot) {
        int present = threads(slot);
        int need = request.needs().getOrDefault(situation.name(slot), present);
        int least = Math.min(present - 1, (int) Math.ceil((1 - LARGEST_DECREASE) * present));
        return present > need && present >= WORTH_DECREASE * need ? Math.max(need, least) : present;
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
                && stored.permit(slot)
                && !situation.isTransition(slot - 1)
                && situation.slotServing(slot - 1) >= 0
                && situation.stage(slot).threads() == 1
                && !request.busy().contains(situation.name(slot));
    }
}
