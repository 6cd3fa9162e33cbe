package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.layout.Stages;
import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import io.concor.text.Sentence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
        Stages threads = planned.threads();
        List<Component> components = planned.components();
        return IntStream.range(0, components.size())
                .filter(i -> components.get(i).kind().blocks())
                .filter(i -> threads.join(i) == null)
                .boxed()
                .collect(Collectors.groupingBy(
                        i -> threads.isRunByCallers(i) ? "enter the flow" : call(components.subList(0, i)),
                        LinkedHashMap::new,
                        Collectors.mapping(components::get, Collectors.toList())));
    }

    private static String call(List<Component> before) {
        return before.stream()
                .filter(component -> component.kind().leavesThread())
                .reduce((first, second) -> second)
                .map(last -> Sentence.of("call the continuation of '%s'", last.name()))
                .orElseThrow();
    }

    private static String warning(String callers, List<Component> remote) {
        String slot = remote.get(0).name();
        return Sentence.of(
                "slot '%s' is empty: tasks that block (%s) run on the threads that %s, and keep them waiting for each answer. Add a join with several threads to slot '%s'",
                slot, PooledStage.names(remote), callers, slot);
    }
}
