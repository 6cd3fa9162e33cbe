package io.concor.autoconfigure.diagnosis;

import io.concor.Component;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.rule.LimitSigns;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.layout.Topology;
import io.concor.layout.Topology.Stage;
import io.concor.manage.LayoutAdvisor;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Warns if a change moves a task that computes from many threads of callers to few of a join while all processors are busy:
 * the few get less of the processors. Thread-safe.
 */
final class ComputingCallersAdvisor implements LayoutAdvisor {

    private static final Set<TaskKind> COMPUTING =
            Set.of(TaskKind.SIMPLE, TaskKind.SINGLE_THREADED, TaskKind.SIDE_EFFECT);

    private final Function<String, Verdict> verdicts;

    /** @param verdicts returns the verdict about a flow */
    ComputingCallersAdvisor(Function<String, Verdict> verdicts) {
        this.verdicts = verdicts;
    }

    /** Returns none: nothing is measured at the start. */
    @Override
    public List<String> warnings(Topology planned) {
        return List.of();
    }

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        return takenFromCallers(before, planned).stream()
                .flatMap(stage -> queuingCallers(planned.flow()).stream().map(callers -> warning(stage, callers)))
                .toList();
    }

    /** Returns the stage that computes and that callers have run until now; empty if there is none. */
    private static Optional<Stage> takenFromCallers(Topology before, Topology planned) {
        int first = firstFilled(planned);
        return first < 0 || runByOthers(before, first)
                ? Optional.empty()
                : planned.stages().stream()
                        .filter(stage -> stage.name()
                                .equals(planned.components().get(first).name()))
                        .filter(stage -> computes(stage, planned.components()))
                        .findFirst();
    }

    private static int firstFilled(Topology flow) {
        return IntStream.range(0, flow.slots().size())
                .filter(i -> flow.slots().get(i) != null)
                .findFirst()
                .orElse(-1);
    }

    private static boolean runByOthers(Topology before, int component) {
        int filled = firstFilled(before);
        return filled >= 0 && filled <= component
                || before.components().stream().limit(component).anyMatch(one -> one.kind() == TaskKind.TRANSITION);
    }

    private static boolean computes(Stage stage, List<Component> all) {
        return all.stream()
                .filter(component -> stage.components().contains(component.name()))
                .anyMatch(component -> COMPUTING.contains(component.kind()));
    }

    /** Returns how many threads of callers queue for processors while they compute in a flow. */
    private Optional<Double> queuingCallers(String flow) {
        return verdicts.apply(flow).evidence().stream()
                .filter(evidence -> evidence.signal().equals(LimitSigns.COMPUTING_CALLERS))
                .map(Evidence::value)
                .findFirst();
    }

    private static String warning(Stage stage, double callers) {
        JoinSettings join = stage.join();
        int threads = join == null ? 0 : join.threads();
        return String.format(
                Locale.ROOT,
                "slot '%s': all processors are busy, and %.0f threads of callers compute in the flow. A join adds no processors, and %s of its own may get less of them than so many callers do: the flow may handle fewer events. Relieve the processors first, or try the change for a short time with revertAfter",
                stage.name(),
                callers,
                threads == 1 ? "one thread" : threads + " threads");
    }
}
