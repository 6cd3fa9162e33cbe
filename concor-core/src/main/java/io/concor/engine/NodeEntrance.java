package io.concor.engine;

import io.concor.JoinSettings;
import io.concor.QueueStoreException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.text.Sentence;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What may enter in a process in which some components of the flow do not run. */
final class NodeEntrance {

    private final FlowParts parts;
    private final FlowDefinition flow;
    private final int entry;
    /** Index of a component that runs elsewhere. */
    private final int elsewhere;

    NodeEntrance(FlowParts parts) {
        this.parts = parts;
        this.flow = parts.definition();
        this.entry = flow.graph().entry();
        this.elsewhere = IntStream.range(0, flow.size())
                .filter(i -> !flow.isHere(i))
                .findFirst()
                .orElseThrow();
    }

    /** @throws QueueStoreException if the first component runs elsewhere, and no queue leads there */
    void require() {
        JoinSettings first = parts.layout().slots().get(name(entry));
        if (!flow.isHere(entry) && !flow.leavesAt(entry, first)) {
            throw new QueueStoreException(
                    Sentence.of(
                            "Flow '%s' takes no event in this process: its first component '%s' runs on node '%s'. Call it there, or set queue: remote at the slot '%s'",
                            flow.name(), name(entry), node(entry), name(entry)),
                    false,
                    null);
        }
    }

    /** Returns the failure of a caller that would await a result here; null if it may. */
    @Nullable
    CompletableFuture<@Nullable Object> refusal() {
        try {
            require();
        } catch (QueueStoreException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return parts.storages().bringResultsBack() ? null : noResult();
    }

    private CompletableFuture<@Nullable Object> noResult() {
        return CompletableFuture.failedFuture(new QueueStoreException(
                Sentence.of(
                        "Flow '%s' has no result for its caller in this process: its component '%s' runs on node '%s', from which none comes back. Nothing was put. Call accept, which completes when the event is in a queue",
                        flow.name(), name(elsewhere), node(elsewhere)),
                false,
                null));
    }

    private String name(int component) {
        return flow.component(component).name();
    }

    private @Nullable String node(int component) {
        return flow.placement().node(component);
    }
}
