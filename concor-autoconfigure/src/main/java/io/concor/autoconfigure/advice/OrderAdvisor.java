package io.concor.autoconfigure.advice;

import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Stage;
import io.concor.manage.LayoutAdvisor;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Warns if a change gives several threads or a keyed pool to components that have run events in their order. Stateless
 * and thread-safe.
 */
final class OrderAdvisor implements LayoutAdvisor {

    @Override
    public List<String> warnings(Topology planned) {
        return List.of();
    }

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        Set<String> ordered = inOrder(before);
        return PooledStage.allOf(planned).stream()
                .filter(stage -> !stage.join().oneThreaded())
                .filter(stage -> runsAny(ordered, stage))
                .limit(1) // after it, events have lost their order anyway
                .map(OrderAdvisor::warning)
                .toList();
    }

    /**
     * Returns the components of the joins with one thread that events reach in the order in which they entered. A join
     * with several threads, a keyed pool and a transition end that order.
     */
    private static Set<String> inOrder(Topology flow) {
        Set<String> ordered = new HashSet<>();
        for (Stage stage : flow.stages()) {
            JoinSettings join = stage.join();
            if (join != null && !join.oneThreaded()) {
                return ordered;
            }
            if (join != null) {
                ordered.addAll(stage.components());
            }
            if (PooledStage.hasTransition(stage, flow.components())) {
                return ordered;
            }
        }
        return ordered;
    }

    private static boolean runsAny(Set<String> components, PooledStage stage) {
        return stage.components().stream().anyMatch(component -> components.contains(component.name()));
    }

    private static String warning(PooledStage stage) {
        return stage.join().keepsOrderByKey() ? keyedWarning(stage) : threadsWarning(stage);
    }

    private static String keyedWarning(PooledStage stage) {
        return String.format(
                Locale.ROOT,
                "slot '%s' gets a keyed pool, which keeps the order of each key only: from %s on, events of different keys may overtake each other. If their order matters, use a single pool",
                stage.slot(),
                PooledStage.names(stage.components().subList(0, 1)));
    }

    private static String threadsWarning(PooledStage stage) {
        return String.format(
                Locale.ROOT,
                "slot '%s' gets %s instead of one: from %s on, events may overtake each other. If their order matters, keep one thread",
                stage.slot(),
                stage.threadsInWords(),
                PooledStage.names(stage.components().subList(0, 1)));
    }
}
