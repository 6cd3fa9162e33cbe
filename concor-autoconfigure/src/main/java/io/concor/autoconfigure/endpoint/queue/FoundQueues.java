package io.concor.autoconfigure.endpoint.queue;

import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.autoconfigure.queue.QueueDirectories;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.queues.administration.ManagedQueue;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds queues in the stores of an application. Thread-safe. */
final class FoundQueues {

    private final List<QueueDirectories> stores;
    private final Manager manager;

    FoundQueues(List<QueueDirectories> stores, Manager manager) {
        this.stores = stores;
        this.manager = manager;
    }

    /**
     * A queue that was found.
     *
     * @param store the name of its store
     */
    record Found(String store, ManagedQueue queue) {}

    Stream<Found> all() {
        return stores.stream().flatMap(FoundQueues::in);
    }

    private static Stream<Found> in(QueueDirectories store) {
        return store.directory().stream()
                .flatMap(directory -> directory.queues().stream())
                .map(queue -> new Found(store.name(), queue));
    }

    /**
     * Returns a queue. A store that cannot be reached does not keep those of the other from being found: that of the slot as it is
     * now is asked first.
     *
     * @param store the name of its store; null if the one of the slot is meant, or else any that has it
     * @throws UnknownNameException if there is no such store or queue
     */
    Found find(String queue, @Nullable String store) {
        return chosen(queue, store)
                .flatMap(each -> found(each, queue).stream())
                .findFirst()
                .orElseThrow(() -> new UnknownNameException("queue", queue, names(queue, store)));
    }

    private Stream<QueueDirectories> chosen(String queue, @Nullable String store) {
        if (store == null) {
            QueueKind present = kindOf(queue);
            return stores.stream().sorted(Comparator.comparing(each -> each.kind() != present));
        }
        List<String> names = stores.stream().map(QueueDirectories::name).toList();
        if (!names.contains(store)) {
            throw new UnknownNameException("store", store, names);
        }
        return stores.stream().filter(each -> each.name().equals(store));
    }

    /** Returns where the events of the slot wait now. */
    private QueueKind kindOf(String queue) {
        return manager.flows()
                .filter(flow -> queue.startsWith(flow.name() + "."))
                .flatMap(flow ->
                        Optional.ofNullable(flow.layout()
                                        .slots()
                                        .get(queue.substring(flow.name().length() + 1)))
                                .stream())
                .map(JoinSettings::queue)
                .findFirst()
                .orElse(QueueKind.MEMORY);
    }

    private static Optional<Found> found(QueueDirectories store, String queue) {
        return store.directory()
                .flatMap(directory -> directory.find(queue))
                .map(found -> new Found(store.name(), found));
    }

    private List<String> names(String queue, @Nullable String store) {
        return chosen(queue, store)
                .flatMap(FoundQueues::in)
                .map(found -> found.queue().name())
                .distinct()
                .toList();
    }
}
