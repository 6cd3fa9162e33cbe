package io.concor.engine.definition;

import io.concor.BatchSettings;
import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.engine.thread.WorkerThreads;
import io.concor.layout.Stages;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a safe layout: one thread serves a single-threaded task; no single pool serves a synchronized-remote task;
 * a keyed task has a join of its own, which keeps the order of equal keys; a batch task has a join of its own; the
 * component after a transition task has its own join if it needs one thread; virtual threads require Java 21.
 */
public final class LayoutRules {

    private static final int CACHED_REMOTE_THREADS = 32;
    private static final int KEYED_THREADS = 4;
    private static final String KEYED_OR_SINGLE = "keyed or single";
    private static final String ONE_THREAD = "single (or another pool with 1 thread)";
    private static final String ONE_THREAD_NOT_SINGLE = "fixed or cached with 1 thread";
    private static final String NOT_SINGLE = "fixed or cached, or virtual on Java 21 or newer";

    private final List<Component> components;
    private final Duration timeout;
    private final Stages stages;
    private final List<Violation> violations = new ArrayList<>();

    private LayoutRules(FlowDefinition flow, Map<String, JoinSettings> slots) {
        this.components = flow.components();
        this.timeout = flow.limits().timeout();
        this.stages = flow.stages(slots);
    }

    /** Returns all violations of a layout, in the order of the components. */
    public static List<Violation> violations(FlowDefinition flow, Map<String, JoinSettings> slots) {
        LayoutRules rules = new LayoutRules(flow, slots);
        for (int i = 0; i < flow.size(); i++) {
            rules.check(i, slots.get(flow.component(i).name()));
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

    private void check(int i, @Nullable JoinSettings own) {
        Component component = components.get(i);
        violations.addAll(BatchRules.check(component, own, timeout));
        if (own != null) {
            violations.addAll(SettingRules.check(component, own));
            requireVirtualThreads(component, own);
            requireKeyedTask(component, own);
        }
        switch (component.kind()) {
            case SINGLE_THREADED -> requireOneThread(i);
            case SYNCHRONIZED_REMOTE -> requireNotSingle(i);
            case KEYED -> requireOrderByKey(component, own);
            default -> {}
        }
    }

    private void requireVirtualThreads(Component component, JoinSettings settings) {
        if (settings.pool() == PoolKind.VIRTUAL
                && component.kind() != TaskKind.KEYED
                && !WorkerThreads.virtualThreadsAvailable()) {
            String platform =
                    switch (component.kind()) {
                        case SINGLE_THREADED -> ONE_THREAD;
                        case SYNCHRONIZED_REMOTE -> "fixed or cached";
                        default -> "single, fixed or cached";
                    };
            violated(
                    component.name(),
                    "virtual threads need Java 21, this is Java "
                            + Runtime.version().feature(),
                    String.format(
                            Locale.ROOT,
                            "%s in slot '%s', or virtual on Java 21 or newer",
                            platform,
                            component.name()));
        }
    }

    private void requireKeyedTask(Component component, JoinSettings settings) {
        if (settings.keepsOrderByKey() && component.kind() != TaskKind.KEYED) {
            violated(
                    component.name(),
                    String.format(
                            Locale.ROOT,
                            "a keyed pool serves a keyed component, and '%s' is %s",
                            component.name(),
                            component.kind()),
                    String.format(
                            Locale.ROOT,
                            "%s in slot '%s'",
                            component.kind() == TaskKind.SINGLE_THREADED ? ONE_THREAD : "another pool",
                            component.name()));
        }
    }

    private void requireOrderByKey(Component component, @Nullable JoinSettings own) {
        String name = component.name();
        if (own == null) {
            violated(
                    name,
                    String.format(
                            Locale.ROOT,
                            "keyed component '%s' needs its own join, in which events wait by their keys",
                            name),
                    String.format(Locale.ROOT, "%s in slot '%s'", KEYED_OR_SINGLE, name));
        } else if (!own.keepsOrderByKey() && own.pool() != PoolKind.SINGLE) {
            violated(
                    name,
                    String.format(
                            Locale.ROOT,
                            "a %s pool does not keep the order of equal keys at keyed component '%s'",
                            own.pool(),
                            name),
                    String.format(Locale.ROOT, "%s in slot '%s'", KEYED_OR_SINGLE, name));
        }
    }

    private void requireOneThread(int i) {
        String name = name(i);
        JoinSettings serving = stages.join(i);
        if (serving == null) {
            String reason = stages.isRunByClients(i)
                    ? "the component after a transition task needs its own join, but with pool none single-threaded component '%s' would run on the threads that call the continuation"
                    : "with pool none single-threaded component '%s' would run on the threads that enter the flow";
            violated(name, String.format(Locale.ROOT, reason, name), in(i, oneThread(i)));
        } else if (!serving.oneThreaded()) {
            String reason = serving.keepsOrderByKey()
                    ? String.format(
                            Locale.ROOT,
                            "single-threaded component '%s' would be served by the threads of a keyed pool",
                            name)
                    : String.format(
                            Locale.ROOT,
                            "single-threaded component '%s' would be served by the %d threads of a %s pool",
                            name,
                            serving.threads(),
                            serving.pool());
            violated(servingSlot(i), reason, thereOrHere(i, this::oneThread));
        }
    }

    private void requireNotSingle(int i) {
        JoinSettings serving = stages.join(i);
        if (serving != null && serving.pool() == PoolKind.SINGLE) {
            String reason = "synchronized-remote component '%s' would keep the only thread of a single pool waiting";
            violated(servingSlot(i), String.format(Locale.ROOT, reason, name(i)), thereOrHere(i, this::notSingle));
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
        return there.equals(here)
                ? String.format(Locale.ROOT, "%s, or the same in slot '%s'", in(serving, there), name(i))
                : String.format(Locale.ROOT, "%s, or %s", in(serving, there), in(i, here));
    }

    private String in(int slot, String pools) {
        return String.format(Locale.ROOT, "%s in slot '%s'", pools, name(slot));
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
        return stages.runFrom(slot).anyMatch(i -> components.get(i).kind() == kind);
    }

    private boolean isKeyed(int slot) {
        return components.get(slot).kind() == TaskKind.KEYED;
    }

    private String name(int i) {
        return components.get(i).name();
    }

    private String servingSlot(int i) {
        return name(stages.serving(i));
    }

    private void violated(String slot, String reason, String allowed) {
        violations.add(new Violation(slot, "pool", reason, allowed, null));
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
