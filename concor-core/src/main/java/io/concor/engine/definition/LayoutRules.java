package io.concor.engine.definition;

import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.PoolKind;
import io.concor.TaskKind;
import io.concor.engine.thread.WorkerThreads;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What makes a layout safe: a single-threaded task is served by one thread; a synchronized-remote task is not served by
 * a single pool; the component after a transition task that needs one thread has its own join; virtual threads exist.
 */
public final class LayoutRules {

    private static final int CACHED_REMOTE_THREADS = 32;
    private static final String ONE_THREAD = "single (or another pool with 1 thread)";
    private static final String NOT_SINGLE = "fixed or cached, or virtual on Java 21 or newer";

    private final FlowDefinition flow;
    private final Map<String, JoinSettings> slots;
    /** Who serves the component at hand: null for the threads that enter, or those of a transition. */
    private @Nullable JoinSettings serving;

    private String servingSlot = "";
    private boolean behindTransition;
    private final List<InvalidLayoutException.Violation> violations = new ArrayList<>();

    private LayoutRules(FlowDefinition flow, Map<String, JoinSettings> slots) {
        this.flow = flow;
        this.slots = slots;
    }

    /** Every rule that a whole layout breaks. */
    public static List<InvalidLayoutException.Violation> violations(
            FlowDefinition flow, Map<String, JoinSettings> slots) {
        LayoutRules rules = new LayoutRules(flow, slots);
        flow.components().forEach(rules::check);
        return rules.violations;
    }

    /**
     * The first layout of a flow, checked.
     *
     * @param choices for each component what is said of its slot
     * @throws InvalidLayoutException when it breaks a rule
     */
    public static Map<String, JoinSettings> start(FlowDefinition flow, List<InitialSlot> choices) {
        LayoutRules rules = new LayoutRules(flow, new LinkedHashMap<>());
        for (int i = 0; i < flow.size(); i++) {
            rules.choose(flow.component(i), choices.get(i));
        }
        InvalidLayoutException.throwIfAny(flow.name(), rules.violations);
        return rules.slots;
    }

    private void choose(Component component, InitialSlot choice) {
        if (choice instanceof InitialSlot.Filled filled) {
            slots.put(component.name(), filled.settings());
        } else if (choice == InitialSlot.BY_KIND) {
            chooseByKind(component);
        }
        check(component);
    }

    private void chooseByKind(Component component) {
        boolean oneThread = serving != null && serving.oneThreaded();
        if (component.kind() == TaskKind.SINGLE_THREADED && !oneThread) {
            slots.put(component.name(), JoinSettings.single());
        } else if (component.kind() == TaskKind.SYNCHRONIZED_REMOTE && (serving == null || oneThread)) {
            slots.put(component.name(), JoinSettings.cached(CACHED_REMOTE_THREADS));
        }
    }

    private void check(Component component) {
        JoinSettings own = slots.get(component.name());
        if (own != null) {
            requireVirtualThreads(component, own);
            serving = own;
            servingSlot = component.name();
            behindTransition = false;
        }
        switch (component.kind()) {
            case SINGLE_THREADED -> requireOneThread(component);
            case SYNCHRONIZED_REMOTE -> requireNotSingle(component);
            case TRANSITION -> {
                serving = null;
                behindTransition = true;
            }
            default -> {}
        }
    }

    private void requireVirtualThreads(Component component, JoinSettings settings) {
        if (settings.pool() == PoolKind.VIRTUAL && !WorkerThreads.VirtualThreads.available()) {
            broken(
                    component.name(),
                    "virtual threads need Java 21, this is Java "
                            + Runtime.version().feature(),
                    "%s in slot '%s', or virtual on Java 21 or newer".formatted(platform(component), component.name()));
        }
    }

    private static String platform(Component component) {
        return switch (component.kind()) {
            case SINGLE_THREADED -> ONE_THREAD;
            case SYNCHRONIZED_REMOTE -> "fixed or cached";
            default -> "single, fixed or cached";
        };
    }

    private void requireOneThread(Component component) {
        if (serving == null) {
            String where = behindTransition
                    ? "the component after a transition task needs its own join, but with pool none single-threaded component '%s' would run on the threads that call the continuation"
                    : "with pool none single-threaded component '%s' would run on the threads that enter the flow";
            broken(
                    component.name(),
                    where.formatted(component.name()),
                    "%s in slot '%s'".formatted(ONE_THREAD, component.name()));
        } else if (!serving.oneThreaded()) {
            broken(
                    servingSlot,
                    "single-threaded component '%s' would be served by the %d threads of a %s pool"
                            .formatted(component.name(), serving.threads(), serving.pool()),
                    pools(ONE_THREAD, component));
        }
    }

    private void requireNotSingle(Component component) {
        if (serving != null && serving.pool() == PoolKind.SINGLE) {
            broken(
                    servingSlot,
                    "synchronized-remote component '%s' would keep the only thread of a single pool waiting"
                            .formatted(component.name()),
                    pools(NOT_SINGLE, component));
        }
    }

    /** The pools that would be right in the slot that serves the component, or in the component's own. */
    private String pools(String pools, Component component) {
        String there = "%s in slot '%s'".formatted(pools, servingSlot);
        return servingSlot.equals(component.name())
                ? there
                : "%s, or the same in slot '%s'".formatted(there, component.name());
    }

    private void broken(String slot, String reason, String allowed) {
        violations.add(new InvalidLayoutException.Violation(slot, "pool", reason, allowed, null));
    }

    /** What is said of a slot where a flow is put together. */
    public sealed interface InitialSlot {

        /** Nothing is said: the component's kind decides. */
        InitialSlot BY_KIND = new ByKind();
        /** The slot shall be empty. */
        InitialSlot EMPTY = new Empty();

        /** The slot shall hold this join. */
        record Filled(JoinSettings settings) implements InitialSlot {}

        /** See {@link #BY_KIND}. */
        record ByKind() implements InitialSlot {}

        /** See {@link #EMPTY}. */
        record Empty() implements InitialSlot {}
    }
}
