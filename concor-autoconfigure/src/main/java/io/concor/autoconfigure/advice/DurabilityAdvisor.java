package io.concor.autoconfigure.advice;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.layout.Topology;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Warns if a change lets the new events of a slot wait in memory that waited in a store; of what runs on another node, the process
 * there does. Stateless and thread-safe.
 */
final class DurabilityAdvisor implements ChangeAdvisor {

    @Override
    public List<String> warnings(Topology before, Topology planned) {
        return IntStream.range(0, planned.slots().size())
                .filter(planned.placement()::isHere)
                .filter(i -> stored(planned.slots().get(i)).isEmpty())
                .mapToObj(i -> stored(before.slots().get(i))
                        .map(kind -> warning(planned.components().get(i).name(), kind)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Optional<QueueKind> stored(@Nullable JoinSettings join) {
        return Optional.ofNullable(join).map(JoinSettings::queue).filter(kind -> kind != QueueKind.MEMORY);
    }

    private static String warning(String slot, QueueKind before) {
        return Sentence.of(
                "slot '%s' is not %s any more: new events here no longer survive the end of the process. If they must,"
                        + " leave queue: %s",
                slot, before, before);
    }
}
