package io.concor.engine.definition;

import io.concor.BatchSettings;
import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.QueueKind;
import io.concor.SlotSetting;
import io.concor.TaskKind;
import io.concor.engine.thread.WorkerThreads;
import io.concor.layout.Stages;
import io.concor.text.DurationFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a safe layout: one thread serves a single-threaded task; no single pool serves a synchronized-remote task;
 * a keyed task has a join of its own, which keeps the order of equal keys; a batch task has a join of its own; the
 * component after a transition task has its own join if it needs one thread; virtual threads require Java 21; a remote queue
 * lies between neighbours of different nodes.
 */
public final class LayoutRules {

    private static final int CACHED_REMOTE_THREADS = 32;
    private static final int KEYED_THREADS = 4;
    private static final String KEYED_OR_SINGLE = "keyed or single";
    private static final String ONE_THREAD = "single (or another pool with 1 thread)";
    private static final String ONE_THREAD_NOT_SINGLE = "fixed or cached with 1 thread";
    private static final String NOT_SINGLE = "fixed or cached, or virtual on Java 21 or newer";

    private final FlowDefinition flow;
    private final Map<String, JoinSettings> slots;
    private final Stages stages;
    private final List<Violation> violations = new ArrayList<>();

    private LayoutRules(FlowDefinition flow, Map<String, JoinSettings> slots) {
        this.flow = flow;
        this.slots = slots;
        this.stages = flow.stages(slots);
    }

    /** Returns all violations of a layout, in the order of the components. */
    public static List<Violation> violations(FlowDefinition flow, Map<String, JoinSettings> slots) {
        LayoutRules rules = new LayoutRules(flow, slots);
        for (int i = 0; i < flow.size(); i++) {
            rules.check(i);
        }
        return rules.violations;
    }

    /**
     * Returns the first layout of a flow.
     *
     * @param choices the choice for the slot of each component
     * @throws InvalidLayoutException if it breaks a rule
     */
    public static Map<String, JoinSettings> start(FlowDefinition flow, List<InitialSlot> choices) {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        for (int i = 0; i < flow.size(); i++) {
            Component component = flow.component(i);
            InitialSlot choice = choices.get(i);
            JoinSettings settings = choice.byKind()
                    ? settingsByKind(component.kind(), flow.stages(slots).join(i))
                    : choice.settings();
            if (settings != null) {
                slots.put(component.name(), settings);
            }
        }
        InvalidLayoutException.throwIfAny(flow.name(), violations(flow, slots));
        return slots;
    }

    /** @param serving the join that serves the component as long as its slot is empty, or null if none does */
    private static @Nullable JoinSettings settingsByKind(TaskKind kind, @Nullable JoinSettings serving) {
        boolean oneThread = serving != null && serving.oneThreaded();
        return switch (kind) {
            case KEYED -> JoinSettings.keyed(KEYED_THREADS);
            case BATCH -> JoinSettings.batch(BatchSettings.DEFAULT.size());
            case SINGLE_THREADED -> oneThread ? null : JoinSettings.single();
            case SYNCHRONIZED_REMOTE ->
                serving == null || oneThread ? JoinSettings.cached(CACHED_REMOTE_THREADS) : null;
            default -> null;
        };
    }

    private void check(int i) {
        JoinSettings own = slots.get(name(i));
        requireRemoteBetweenNodes(i, own);
        if (own != null) {
            requireLingerWithinTimeout(i, own);
            requireSettingsOfKind(i, own);
            requireVirtualThreads(i, own);
            requireKeyedTask(i, own);
            requireStore(i, own);
            requireNoTransaction(i, own);
        }
        switch (kind(i)) {
            case BATCH -> requireOwnJoin(i, own);
            case SINGLE_THREADED -> requireOneThread(i);
            case SYNCHRONIZED_REMOTE -> requireNotSingle(i);
            case KEYED -> requireOrderByKey(i, own);
            default -> {}
        }
    }

    private void requireLingerWithinTimeout(int i, JoinSettings own) {
        Duration linger = own.batchingOrDefault().linger();
        Duration timeout = flow.limits().timeout();
        if (kind(i) == TaskKind.BATCH && linger.compareTo(timeout) >= 0) {
            String limit = DurationFormat.of(timeout);
            String reason = "events that wait " + DurationFormat.of(linger) + " for a batch time out after " + limit;
            violated(i, "linger", reason, "less than " + limit + ", the flow's timeout");
        }
    }

    /**
     * A setting of one kind of component stands at components of this kind only. Settings that have their defaults may not
     * have been given, so they are not named, unless all have.
     */
    private void requireSettingsOfKind(int i, JoinSettings own) {
        List<SlotSetting<?>> foreign = SlotSetting.all().stream()
                .filter(setting -> setting.kind() != null && setting.kind() != kind(i) && own.get(setting) != null)
                .toList();
        List<SlotSetting<?>> given = foreign.stream()
                .filter(setting -> !Objects.equals(own.get(setting), setting.defaultValue()))
                .toList();
        (given.isEmpty() ? foreign.stream().limit(1) : given.stream()).forEach(setting -> {
            Object value = own.get(setting);
            String shown = setting + " " + (value instanceof Duration time ? DurationFormat.of(time) : value);
            violated(
                    i,
                    setting.toString(),
                    shown + " is a setting of " + setting.kind() + " components, and " + described(i),
                    "no " + setting + " at '" + name(i) + "', or a " + setting.kind() + " task there");
        });
    }

    private String described(int i) {
        return "'" + name(i) + "' is " + kind(i);
    }

    private void requireVirtualThreads(int i, JoinSettings own) {
        if (flow.isHere(i)
                && own.pool() == PoolKind.VIRTUAL
                && kind(i) != TaskKind.KEYED
                && !WorkerThreads.virtualThreadsAvailable()) {
            String platform =
                    switch (kind(i)) {
                        case SINGLE_THREADED -> ONE_THREAD;
                        case SYNCHRONIZED_REMOTE -> "fixed or cached";
                        default -> "single, fixed or cached";
                    };
            String reason = "virtual threads need Java 21, this is Java "
                    + Runtime.version().feature();
            violated(i, reason, in(i, platform) + ", or virtual on Java 21 or newer");
        }
    }

    private void requireKeyedTask(int i, JoinSettings own) {
        if (own.keepsOrderByKey() && kind(i) != TaskKind.KEYED) {
            String pools = kind(i) == TaskKind.SINGLE_THREADED ? ONE_THREAD : "another pool";
            violated(i, "a keyed pool serves a keyed component, and " + described(i), in(i, pools));
        }
    }

    private void requireStore(int i, JoinSettings own) {
        boolean used = flow.isHere(i) || flow.leavesAt(i, own);
        if (used && own.queue() != QueueKind.MEMORY && flow.storeOf(own.queue()).isEmpty()) {
            String kinds = Stream.concat(
                            Stream.of(QueueKind.MEMORY),
                            flow.stores().keySet().stream().sorted())
                    .map(QueueKind::toString)
                    .collect(Collectors.joining(" or "));
            String reason = "the flow has no store for " + own.queue() + " queues; add the module "
                    + (own.queue() == QueueKind.DURABLE
                            ? "concor-queues"
                            : "concor-kafka, with Spring Boot also spring-boot-starter-kafka");
            violated(i, "queue", reason, kinds);
        }
    }

    /** In every process, whatever its nodes: one configuration is for all. */
    private void requireRemoteBetweenNodes(int i, @Nullable JoinSettings own) {
        if (flow.placement().changesNode(i) && (own == null || own.queue() != QueueKind.REMOTE)) {
            String reason = "'" + name(i) + "' runs on node '"
                    + flow.placement().node(i) + "', and '" + name(i - 1) + "' before it " + place(i - 1)
                    + ": events come from one to the other by a remote queue only";
            violated(i, "queue", reason, "remote, or let both run on the same node");
        }
    }

    private String place(int i) {
        String node = flow.placement().node(i);
        return node == null ? "in every process" : "on node '" + node + "'";
    }

    /** A stored event may be handled much later, and by another process. */
    private void requireNoTransaction(int i, JoinSettings own) {
        if (own.queue() != QueueKind.MEMORY && flow.midScope(i)) {
            String reason = "'" + name(i) + "' is within a transaction, which cannot cross a " + own.queue() + " queue";
            violated(i, "queue", reason, "memory, or a transaction that begins at '" + name(i) + "' or ends before it");
        }
    }

    private void requireOwnJoin(int batch, @Nullable JoinSettings own) {
        if (own == null) {
            String reason =
                    "batch component '" + name(batch) + "' needs its own join, in which events wait for a batch";
            violated(
                    batch,
                    reason,
                    "fixed, cached, single, or virtual on Java 21 or newer, in slot '" + name(batch) + "'");
        }
    }

    private void requireOrderByKey(int i, @Nullable JoinSettings own) {
        String component = "keyed component '" + name(i) + "'";
        if (own == null) {
            violated(i, component + " needs its own join, in which events wait by their keys", in(i, KEYED_OR_SINGLE));
        } else if (!own.keepsOrderByKey() && own.pool() != PoolKind.SINGLE) {
            String reason = "a " + own.pool() + " pool does not keep the order of equal keys at " + component;
            violated(i, reason, in(i, KEYED_OR_SINGLE));
        }
    }

    private void requireOneThread(int i) {
        String component = "single-threaded component '" + name(i) + "'";
        JoinSettings serving = stages.join(i);
        if (serving == null) {
            String reason = stages.isRunByClients(i)
                    ? "the component after a transition task needs its own join, but with pool none " + component
                            + " would run on the threads that call the continuation"
                    : "with pool none " + component + " would run on the threads that enter the flow";
            violated(i, reason, in(i, oneThread(i)));
        } else if (!serving.oneThreaded()) {
            String threads = serving.keepsOrderByKey()
                    ? "threads of a keyed pool"
                    : serving.threads() + " threads of a " + serving.pool() + " pool";
            String reason = component + " would be served by the " + threads;
            violated(stages.serving(i), reason, thereOrHere(i, this::oneThread));
        }
    }

    private void requireNotSingle(int i) {
        JoinSettings serving = stages.join(i);
        if (serving != null && serving.pool() == PoolKind.SINGLE) {
            String reason = "synchronized-remote component '" + name(i)
                    + "' would keep the only thread of a single pool waiting";
            violated(stages.serving(i), reason, thereOrHere(i, this::notSingle));
        }
    }

    /**
     * Returns which pools are allowed in the slot that serves a component, or in the component's own slot.
     *
     * @param pools returns the pools that suit the components that the threads of a slot would run
     */
    private String thereOrHere(int i, IntFunction<String> pools) {
        int serving = stages.serving(i);
        String there = pools.apply(serving);
        String here = pools.apply(i);
        if (serving == i) {
            return in(i, here);
        }
        return in(serving, there) + ", or " + (there.equals(here) ? in(i, "the same") : in(i, here));
    }

    private String in(int slot, String pools) {
        return pools + " in slot '" + name(slot) + "'";
    }

    /** Allows one thread only if the threads of the slot would run a single-threaded component. */
    private String notSingle(int slot) {
        if (isKeyed(slot)) {
            return "keyed";
        }
        return runs(slot, TaskKind.SINGLE_THREADED) ? ONE_THREAD_NOT_SINGLE : NOT_SINGLE;
    }

    /** Excludes a single pool if the threads of the slot would run a synchronized-remote component. */
    private String oneThread(int slot) {
        if (isKeyed(slot)) {
            return "single";
        }
        return runs(slot, TaskKind.SYNCHRONIZED_REMOTE) ? ONE_THREAD_NOT_SINGLE : ONE_THREAD;
    }

    private boolean runs(int slot, TaskKind kind) {
        return stages.runFrom(slot).anyMatch(i -> kind(i) == kind);
    }

    private boolean isKeyed(int slot) {
        return kind(slot) == TaskKind.KEYED;
    }

    private TaskKind kind(int i) {
        return flow.component(i).kind();
    }

    private String name(int i) {
        return flow.component(i).name();
    }

    private void violated(int slot, String reason, String allowedPools) {
        violated(slot, "pool", reason, allowedPools);
    }

    private void violated(int slot, String field, String reason, String allowed) {
        violations.add(new Violation(name(slot), field, reason, allowed, null));
    }

    /**
     * What a slot holds at the start.
     *
     * @param settings the join, or null for an empty slot
     * @param byKind whether the kind of the component decides instead
     */
    public record InitialSlot(@Nullable JoinSettings settings, boolean byKind) {

        public static final InitialSlot BY_KIND = new InitialSlot(null, true);
        public static final InitialSlot EMPTY = new InitialSlot(null, false);

        public static InitialSlot of(JoinSettings settings) {
            return new InitialSlot(settings, false);
        }
    }
}
