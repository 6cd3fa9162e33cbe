package io.concor.autoconfigure.advice;

import io.concor.Component;
import io.concor.layout.Topology;
import io.concor.text.Sentence;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Warns if a change moves a task that computes from many threads of callers to fewer of a join while all processors are busy:
 * the fewer get less of the processors. Thread-safe.
 */
final class ComputingCallersAdvisor implements ChangeAdvisor {

    private final Function<String, OptionalDouble> queuingCallers;

    /**
     * @param queuingCallers returns how many threads of callers compute in a flow and queue for processors; empty if
     *     they do not
     */
    ComputingCallersAdvisor(Function<String, OptionalDouble> queuingCallers) {
        this.queuingCallers = queuingCallers;
    }

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        OptionalDouble queuing = queuingCallers.apply(planned.flow());
        if (queuing.isEmpty()) {
            return List.of();
        }
        Set<String> byCallers = computingOnCallers(before);
        return PooledStage.allOf(planned).stream()
                .filter(stage -> stage.threads() < queuing.getAsDouble())
                .filter(stage ->
                        stage.components().stream().map(Component::name).anyMatch(byCallers::contains))
                .map(stage -> warning(stage, queuing.getAsDouble()))
                .toList();
    }

    /** Returns the components that compute on the threads that enter the flow. */
    private static Set<String> computingOnCallers(Topology flow) {
        return IntStream.range(0, flow.components().size())
                .filter(flow.threads()::isRunByCallers)
                .mapToObj(flow.components()::get)
                .filter(PooledStage::computes)
                .map(Component::name)
                .collect(Collectors.toSet());
    }

    private static String warning(PooledStage stage, double queuing) {
        return Sentence.of(
                "slot '%s': all processors are busy, and %.0f threads of callers compute in the flow. A join adds no processors, and %s of its own may get less of them than so many callers do: the flow may handle fewer events. Relieve the processors first, or try the change for a short time with revertAfter",
                stage.slot(), queuing, stage.threadsInWords());
    }
}
