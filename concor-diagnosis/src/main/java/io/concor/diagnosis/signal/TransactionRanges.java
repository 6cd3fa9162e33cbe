package io.concor.diagnosis.signal;

import io.concor.diagnosis.signal.FlowWindow.ComponentWindow;
import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.signal.FlowWindow.TransactionRange;
import io.concor.layout.Topology.TransactionScope;
import java.util.List;
import java.util.stream.IntStream;

/** The components between which an event is in a transaction. They stay the same as long as the flow exists. */
final class TransactionRanges {

    private final List<TransactionScope> scopes;

    TransactionRanges(List<TransactionScope> scopes) {
        this.scopes = List.copyOf(scopes);
    }

    /**
     * Returns the number of events that are in a transaction and that no thread handles: they wait at a slot or for room
     * in its ring, or await a continuation.
     */
    double waiting(List<ComponentWindow> components, List<SlotWindow> slots) {
        return in(components).stream()
                .map(Range::new)
                .mapToDouble(range -> range.queued(slots) + range.blocked(slots) + range.pending(components))
                .sum();
    }

    /** Returns the ranges of components by index. */
    List<TransactionRange> in(List<ComponentWindow> components) {
        return scopes.stream()
                .map(scope -> new TransactionRange(index(components, scope.from()), index(components, scope.to())))
                .toList();
    }

    private static int index(List<ComponentWindow> components, String name) {
        return IntStream.range(0, components.size())
                .filter(i -> components.get(i).name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("A transaction scope names no component: " + name));
    }

    /** One scope. Its transaction begins when a thread has taken the event from the queue of the first component. */
    private record Range(TransactionRange range) {

        double queued(List<SlotWindow> slots) {
            return later().mapToDouble(i -> slots.get(i).queue().average()).sum();
        }

        /** The threads of the slot before a filled one of this scope wait with an event of this scope. */
        double blocked(List<SlotWindow> slots) {
            return later().filter(i -> slots.get(i).settings() != null)
                    .mapToDouble(i -> filledBefore(slots, i))
                    .sum();
        }

        private static double filledBefore(List<SlotWindow> slots, int slot) {
            return IntStream.iterate(slot - 1, i -> i >= 0, i -> i - 1)
                    .mapToObj(slots::get)
                    .filter(before -> before.settings() != null)
                    .limit(1)
                    .mapToDouble(before -> before.threads() * before.blocked())
                    .sum();
        }

        double pending(List<ComponentWindow> components) {
            return range.components()
                    .mapToDouble(i -> components.get(i).pending().average())
                    .sum();
        }

        private IntStream later() {
            return range.components().skip(1);
        }
    }
}
