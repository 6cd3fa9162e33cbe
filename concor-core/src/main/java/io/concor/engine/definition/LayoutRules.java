package io.concor.engine.definition;

import io.concor.BatchSettings;
import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.InvalidLayoutException.Violation;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.engine.thread.WorkerThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
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
    private final Map<String, JoinSettings> slots;
    /** The join that serves the current component, or null if threads that enter or call a continuation do. */
    private @Nullable JoinSettings serving;

    private String servingSlot = "";
    private boolean afterTransition;
    private final List<Violation> violations = new ArrayList<>();

    private LayoutRules(FlowDefinition flow, Map<String, JoinSettings> slots) {
        this.components = flow.components();
        this.timeout = flow.limits().timeout();
        this.slots = slots;
    }

    /** Returns all violations of a layout, in the order of the components. */
    public static List<Violation> violations(FlowDefinition flow, Map<String, JoinSettings> slots) {
        LayoutRules rules = new LayoutRules(flow, slots);
        flow.components().forEach(rules::check);
        return rules.violations;
    }

    /**
     * Returns the first layout of a flow.
     *
     * @param choices the choice for the slot of each component
     * @throws InvalidLayoutException if it breaks a rule
     */
    public static Map<String, JoinSettings> start(FlowDefinition flow, List<InitialSlot> choices) {
        LayoutRules rules = new LayoutRules(flow, new LinkedHashMap<>());
        for (int i = 0; i < flow.size(); i++) {
            rules.choose(flow.component(i), choices.get(i));
        }
        // the words of a violation depend on later slots
        InvalidLayoutException.throwIfAny(
                flow.name(), rules.violations.isEmpty() ? List.of() : violations(flow, rules.slots));
        return rules.slots;
    }

    private void choose(Component component, InitialSlot choice) {
        JoinSettings settings = choice.byKind() ? settingsByKind(component.kind()) : choice.settings();
        if (settings != null) {
            slots.put(component.name(), settings);
        }
        check(component);
    }

    private @Nullable JoinSettings settingsByKind(TaskKind kind) {
        if (kind == TaskKind.KEYED) {
            return JoinSettings.keyed(KEYED_THREADS);
        }
        if (kind == TaskKind.BATCH) {
            return JoinSettings.batch(BatchSettings.DEFAULT.size());
        }
        boolean oneThread = serving != null && serving.oneThreaded();
        if (kind == TaskKind.SINGLE_THREADED && !oneThread) {
            return JoinSettings.single();
        }
        boolean needsPool = kind == TaskKind.SYNCHRONIZED_REMOTE && (serving == null || oneThread);
        return needsPool ? JoinSettings.cached(CACHED_REMOTE_THREADS) : null;
    }

    private void check(Component component) {
        JoinSettings own = slots.get(component.name());
        BatchRules.check(component, own, timeout).forEach(violations::add);
        if (own != null) {
            requireVirtualThreads(component, own);
            requireKeyedTask(component, own);
            serving = own;
            servingSlot = component.name();
            afterTransition = false;
        }
        switch (component.kind()) {
            case SINGLE_THREADED -> requireOneThread(component);
            case SYNCHRONIZED_REMOTE -> requireNotSingle(component);
            case KEYED -> requireOrderByKey(component, own);
            case TRANSITION -> {
                serving = null;
                afterTransition = true;
            }
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

    private void requireOneThread(Component component) {
        String name = component.name();
        if (serving == null) {
            String reason = afterTransition
                    ? "the component after a transition task needs its own join, but with pool none single-threaded component '%s' would run on the threads that call the continuation"
                    : "with pool none single-threaded component '%s' would run on the threads that enter the flow";
            violated(name, String.format(Locale.ROOT, reason, name), oneThreadIn(name));
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
            violated(servingSlot, reason, oneThreadFor(name));
        }
    }

    private void requireNotSingle(Component component) {
        String name = component.name();
        if (serving != null && serving.pool() == PoolKind.SINGLE) {
            String reason = "synchronized-remote component '%s' would keep the only thread of a single pool waiting";
            violated(servingSlot, String.format(Locale.ROOT, reason, name), notSingleFor(name));
        }
    }

    private String notSingleFor(String component) {
        String there = notSingle(servingSlot);
        String own = notSingle(component);
        return there.equals(own)
                ? pools(own, component)
                : String.format(Locale.ROOT, "%s in slot '%s', or %s in slot '%s'", there, servingSlot, own, component);
    }

    /** Allows one thread only if the stage that begins at the slot has a single-threaded component. */
    private String notSingle(String slot) {
        return stage(slot).anyMatch(component -> component.kind() == TaskKind.SINGLE_THREADED)
                ? ONE_THREAD_NOT_SINGLE
                : NOT_SINGLE;
    }

    private String oneThreadFor(String component) {
        return oneThread(servingSlot).equals(oneThread(component))
                ? pools(oneThread(component), component)
                : String.format(Locale.ROOT, "%s, or %s", oneThreadIn(servingSlot), oneThreadIn(component));
    }

    private String oneThreadIn(String slot) {
        return String.format(Locale.ROOT, "%s in slot '%s'", oneThread(slot), slot);
    }

    private boolean isKeyed(String slot) {
        return components.stream()
                .anyMatch(component -> component.name().equals(slot) && component.kind() == TaskKind.KEYED);
    }

    /** Excludes a single pool if the stage that begins at the slot has a synchronized-remote component. */
    private String oneThread(String slot) {
        if (isKeyed(slot)) {
            return "single";
        }
        return stage(slot).anyMatch(component -> component.kind() == TaskKind.SYNCHRONIZED_REMOTE)
                ? ONE_THREAD_NOT_SINGLE
                : ONE_THREAD;
    }

    /** Returns the components from a slot up to the next filled slot. */
    private Stream<Component> stage(String slot) {
        return components.stream()
                .dropWhile(component -> !component.name().equals(slot))
                .takeWhile(component -> component.name().equals(slot) || !slots.containsKey(component.name()));
    }

    /** Returns which pools are allowed in the slot that serves a component, or in the component's own slot. */
    private String pools(String pools, String component) {
        if (isKeyed(servingSlot)) {
            return String.format(Locale.ROOT, "keyed in slot '%s', or %s in slot '%s'", servingSlot, pools, component);
        }
        String there = String.format(Locale.ROOT, "%s in slot '%s'", pools, servingSlot);
        return servingSlot.equals(component)
                ? there
                : String.format(Locale.ROOT, "%s, or the same in slot '%s'", there, component);
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
