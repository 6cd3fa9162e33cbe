package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Warns if a task that blocks runs on threads of callers: those that enter the flow or call a continuation. Stateless
 * and thread-safe.
 */
final class CallingThreadsAdvisor implements LayoutAdvisor {

    @Override
    public List<String> warnings(Topology planned) {
        return remoteByCallers(planned).entrySet().stream()
                .map(remote -> warning(remote.getKey(), remote.getValue()))
                .toList();
    }

    /** Returns the components that block and have no pool, by what the threads that run them do. */
    private static Map<String, List<Component>> remoteByCallers(Topology planned) {
        Map<String, List<Component>> remote = new LinkedHashMap<>();
        @Nullable String callers = "enter the flow";
        for (int i = 0; i < planned.components().size(); i++) {
            Component component = planned.components().get(i);
            if (planned.slots().get(i) != null) {
                callers = null;
            }
            if (callers != null && component.kind() == TaskKind.SYNCHRONIZED_REMOTE) {
                remote.computeIfAbsent(callers, none -> new ArrayList<>()).add(component);
            }
            if (component.kind() == TaskKind.TRANSITION) {
                callers = String.format(Locale.ROOT, "call the continuation of '%s'", component.name());
            }
        }
        return remote;
    }

    private static String warning(String callers, List<Component> remote) {
        String slot = remote.get(0).name();
        return String.format(
                Locale.ROOT,
                "slot '%s' is empty: tasks that block (%s) run on the threads that %s, and keep them waiting for each answer. Add a join with several threads to slot '%s'",
                slot,
                PooledStage.names(remote),
                callers,
                slot);
    }
}
