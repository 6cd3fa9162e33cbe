package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
        return flow.stages().stream()
                .flatMap(stage -> of(stage, flow.components()).stream())
                .toList();
    }

    private static Optional<PooledStage> of(Stage stage, List<Component> all) {
        JoinSettings join = stage.join();
        return join == null
                ? Optional.empty()
                : Optional.of(new PooledStage(stage.name(), join, untilTransition(stage, all)));
    }

    private static List<Component> untilTransition(Stage stage, List<Component> all) {
        List<Component> run = new ArrayList<>();
        for (Component component : all) {
            if (stage.components().contains(component.name())) {
                run.add(component);
                if (component.kind() == TaskKind.TRANSITION) {
                    return run;
                }
            }
        }
        return run;
    }

    /** Whether a stage has a transition task, after which other threads run its components. */
    static boolean hasTransition(Stage stage, List<Component> all) {
        return all.stream()
                .filter(component -> stage.components().contains(component.name()))
                .anyMatch(component -> component.kind() == TaskKind.TRANSITION);
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
        return switch (component.kind()) {
            case SYNCHRONIZED_REMOTE, TRANSITION, KEYED, BATCH -> false;
            default -> true;
        };
    }

    /** Returns the number of threads in words. */
    String threadsInWords() {
        String count = threads() == 1 ? "1 thread" : String.format(Locale.ROOT, "%d threads", threads());
        return join.pool().grows() ? "up to " + count : count;
    }

    static String names(List<Component> components) {
        return components.stream()
                .map(component -> "'" + component.name() + "'")
                .collect(Collectors.joining(", "));
    }
}
