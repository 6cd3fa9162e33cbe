package io.concor.engine.stored;

import io.concor.OnFailure;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.retry.RetryDecisions;
import io.concor.queue.Ending;
import io.concor.queue.StoredEvent;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What becomes of stored events that end with an error. */
final class FailureRule {

    /** As good as never. Databases and their drivers count milliseconds, which a longer delay would exceed. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(36_500);

    private final FlowDefinition flow;
    private final RetryDecisions decisions;

    FailureRule(FlowDefinition flow, RetryDecisions decisions) {
        this.flow = flow;
        this.decisions = decisions;
    }

    /**
     * Returns how an event ends: it is tried again as often as its slot allows, or the component at which it has failed, and then
     * becomes a dead letter.
     *
     * @param slot the slot whose store has the event, for an error that occurred at no component
     * @param attempts how often the slot allows; null if the component decides
     */
    Ending ending(Context context, StoredEvent event, int slot, @Nullable Integer attempts) {
        int failedAt = context.failedAt() == ExecutionSite.NOWHERE ? slot : context.failedAt();
        Throwable error = Objects.requireNonNull(context.error);
        Ending.Failure failure = new Ending.Failure(flow.component(failedAt).name(), error, holdsOrder(slot));
        Duration delay = delay(context, event.attempt(), attempts);
        return delay == null ? new Ending.Dead(failure) : new Ending.Postponed(failure, bounded(delay));
    }

    private @Nullable Duration delay(Context context, int attempt, @Nullable Integer attempts) {
        if (attempts == null) {
            return decisions.delayAfter(context, attempt);
        }
        return attempt >= attempts ? null : decisions.delayBetween(context, attempt);
    }

    /** Tasks and policies of users choose delays. */
    private static Duration bounded(Duration delay) {
        Duration notNegative = delay.isNegative() ? Duration.ZERO : delay;
        return notNegative.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : notNegative;
    }

    private boolean holdsOrder(int slot) {
        OnFailure chosen = flow.failures().onFailure().get(flow.component(slot).name());
        if (chosen != null) {
            return chosen == OnFailure.HOLD_KEY;
        }
        return switch (flow.component(slot).kind()) {
            case KEYED, SINGLE_THREADED -> true;
            default -> false;
        };
    }
}
