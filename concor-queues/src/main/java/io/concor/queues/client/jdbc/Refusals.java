package io.concor.queues.client.jdbc;

import io.concor.ConcorException;
import io.concor.queues.client.RequestOutcome;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Serves several requests together, of which each may be refused by itself. */
final class Refusals {

    private Refusals() {}

    /**
     * Serves requests.
     *
     * @param check returns what is served for a request, or throws why it is refused
     * @param serve returns an answer for each of those that were not refused
     * @param read returns the value of an answer, or throws why the request is refused
     */
    static <Q, C, A, V> List<RequestOutcome<V>> served(
            List<Q> requests, Function<Q, C> check, Function<List<C>, List<A>> serve, BiFunction<Q, A, V> read) {
        List<@Nullable RequestOutcome<V>> outcomes = new ArrayList<>(requests.size());
        List<C> checked = new ArrayList<>(requests.size());
        for (Q request : requests) {
            outcomes.add(refusal(() -> checked.add(check.apply(request))));
        }
        Iterator<A> answers = (checked.isEmpty() ? List.<A>of() : serve.apply(checked)).iterator();
        for (int i = 0; i < requests.size(); i++) {
            if (outcomes.get(i) == null) {
                outcomes.set(i, outcome(requests.get(i), answers.next(), read));
            }
        }
        return outcomes.stream().map(Objects::requireNonNull).toList();
    }

    private static <V> @Nullable RequestOutcome<V> refusal(Runnable check) {
        try {
            check.run();
            return null;
        } catch (ConcorException refused) {
            return RequestOutcome.refused(refused);
        }
    }

    private static <Q, A, V> RequestOutcome<V> outcome(Q request, A answer, BiFunction<Q, A, V> read) {
        try {
            return RequestOutcome.of(read.apply(request, answer));
        } catch (ConcorException refused) {
            return RequestOutcome.refused(refused);
        }
    }
}
