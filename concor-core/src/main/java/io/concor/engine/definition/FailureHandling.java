package io.concor.engine.definition;

import io.concor.DeadLetter;
import io.concor.OnFailure;
import io.concor.RetryPolicy;
import io.concor.SideEffectTask;
import io.concor.queue.QueueStore;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a flow does when tasks fail.
 *
 * @param retries the policies of the components that are tried again, by their names
 * @param onFailure what happens to later events in durable slots, by the names of the components for which it is set
 * @param deadLetters receives the events that no caller awaits and that ended with an error; null if it is not set
 * @param deadLetterFlow the name of the flow that they enter; null if they enter none
 * @param deadLetterStore keeps them instead; null if none does
 */
public record FailureHandling(
        Map<String, RetryPolicy> retries,
        Map<String, OnFailure> onFailure,
        @Nullable SideEffectTask<DeadLetter<@Nullable Object>> deadLetters,
        @Nullable String deadLetterFlow,
        @Nullable QueueStore deadLetterStore) {

    /** No component is tried again, and there are no dead letters. */
    public static final FailureHandling NONE = new FailureHandling(Map.of(), Map.of(), null, null, null);

    public FailureHandling {
        retries = Map.copyOf(retries);
        onFailure = Map.copyOf(onFailure);
    }

    /** Returns whether something receives or keeps the events that no caller awaits and that ended with an error. */
    boolean hasDeadLetters() {
        return deadLetters != null || deadLetterStore != null;
    }

    /** Returns the policy of each component, or null. */
    @Nullable
    RetryPolicy[] retryOfEach(List<String> components) {
        @Nullable RetryPolicy[] each = new RetryPolicy[components.size()];
        for (int i = 0; i < each.length; i++) {
            each[i] = retries.get(components.get(i));
        }
        return each;
    }
}
