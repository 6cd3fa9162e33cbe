package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.Stages;
import io.concor.layout.Topology;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The components that the threads of a join run.
 *
 * @param slot the name of the slot
 * @param components those of its stage, up to the first transition task: others run on the threads that call its
 *     continuation
 */
record PooledStage(String slot, JoinSettings join, List<Component> components) {

    static List<PooledStage> allOf(Topology flow) {
        Stages stages = flow.threads();
        return stages.starts()
                .filter(flow.placement()::isHere)
                .mapToObj(start -> of(flow, stages, start))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<PooledStage> of(Topology flow, Stages stages, int start) {
        List<Component> components =
                stages.runFrom(start).mapToObj(flow.components()::get).toList();
        return Optional.ofNullable(stages.join(start))
                .map(join -> new PooledStage(components.get(0).name(), join, components));
    }

    int threads() {
        return join.threads();
    }

    /** Returns the components of a kind. */
    List<Component> componentsOf(TaskKind kind) {
        return components.stream().filter(component -> component.kind() == kind).toList();
    }

    /**
     * Whether all components compute: their tasks neither block nor call a remote system. Of keyed and batch ones it is
     * not known.
     */
    boolean computes() {
        return components.stream().allMatch(PooledStage::computes);
    }

    static boolean computes(Component component) {
        return component.kind().computes() || component.kind().handlesErrors();
    }

    /** Returns the number of threads in words. */
    String threadsInWords() {
        String count = Sentence.counted(threads(), "thread", "threads");
        return join.pool().grows() ? "up to " + count : count;
    }

    static String names(List<Component> components) {
        return components.stream()
                .map(component -> "'" + component.name() + "'")
                .collect(Collectors.joining(", "));
    }
}
