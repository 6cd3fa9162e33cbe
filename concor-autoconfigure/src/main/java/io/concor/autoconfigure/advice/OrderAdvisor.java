package io.concor.autoconfigure.advice;

import io.concor.layout.Topology;
import io.concor.text.Sentence;
import java.util.List;

/**
 * Warns if a change gives several threads or a keyed pool to components that have run events in their order. Stateless
 * and thread-safe.
 */
final class OrderAdvisor implements ChangeAdvisor {

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        return before.threads().orderLostFrom(planned.threads()).stream()
                .mapToObj(slot -> planned.components().get(slot).name())
                .flatMap(slot -> PooledStage.allOf(planned).stream()
                        .filter(stage -> stage.slot().equals(slot)))
                .map(OrderAdvisor::warning)
                .toList();
    }

    private static String warning(PooledStage stage) {
        return stage.join().keepsOrderByKey() ? keyedWarning(stage) : threadsWarning(stage);
    }

    private static String keyedWarning(PooledStage stage) {
        return Sentence.of(
                "slot '%s' gets a keyed pool, which keeps the order of each key only: from %s on, events of different keys may overtake each other. If their order matters, use a single pool",
                stage.slot(), PooledStage.names(stage.components().subList(0, 1)));
    }

    private static String threadsWarning(PooledStage stage) {
        return Sentence.of(
                "slot '%s' gets %s instead of one: from %s on, events may overtake each other. If their order matters, keep one thread",
                stage.slot(),
                stage.threadsInWords(),
                PooledStage.names(stage.components().subList(0, 1)));
    }
}
