package io.concor.engine.retry;

import io.concor.EventCancelledException;
import io.concor.EventTimeoutException;
import io.concor.FlowException;
import io.concor.FlowStoppedException;
import io.concor.RetryAfterException;
import io.concor.RetryPolicy;
import io.concor.TaskKind;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Attempts;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a failed event is tried again, where and when. A component in the range of a transaction, which was rolled back,
 * is tried again from the first component of the range on.
 */
public final class RetryDecisions {

    /** Returned instead of a delay if there is no other attempt. */
    static final long NEVER = -1;

    private static final RetryPolicy ANY_ERROR = RetryPolicy.maxRetries(1);
    private static final Duration DEFAULT_DELAY = Duration.ofSeconds(1);

    private final String flow;
    private final @Nullable RetryPolicy[] policies;
    private final boolean[] repeatsRange;

    RetryDecisions(FlowDefinition flow) {
        this.flow = flow.name();
        this.policies = flow.retryOfEach();
        this.repeatsRange = new boolean[policies.length];
        FlowDefinition.@Nullable Scope[] scopes = flow.scopeOfEach();
        for (int i = 0; i < policies.length; i++) {
            repeatsRange[i] = scopes[i] != null && flow.component(i).kind() != TaskKind.BATCH;
        }
    }

    /**
     * Notes that an attempt of an event has failed, unless that was decided before.
     *
     * @return after what time the next attempt begins, in nanoseconds, or {@link #NEVER}
     */
    long nextAttempt(Context context) {
        int component = context.failedAt();
        RetryPolicy policy = component < 0 ? null : policies[component];
        Throwable error = context.error;
        if (policy == null || error == null || isDecided(context.attempts())) {
            return NEVER;
        }
        try {
            Attempts attempts = context.keepAttempts();
            int from = repeatsRange[component] ? attempts.rangeFrom() : component;
            attempts.failed(component, from, System.currentTimeMillis());
            Duration delay = mayBeTriedAgain(error) ? delayAfter(error, policy, attempts.delays(policy)) : null;
            if (delay == null) {
                attempts.end();
            }
            return delay == null ? NEVER : CoarseClock.nanos(delay);
        } catch (OutOfMemoryError noMemory) {
            return NEVER;
        }
    }

    /**
     * Returns after what time an event is tried again that a store keeps, or null if it is not.
     *
     * @param context the event, with an error
     * @param attempt the number of the attempt that has failed, from 1 on
     */
    public @Nullable Duration delayAfter(Context context, int attempt) {
        int component = context.failedAt();
        RetryPolicy policy = component < 0 ? null : policies[component];
        Throwable error = context.error;
        if (policy == null || error == null || !mayBeTriedAgain(error)) {
            return null;
        }
        RetryPolicy.Delays delays = policy.delays();
        for (int i = 1; i < attempt; i++) {
            if (delays.next() == null) {
                return null;
            }
        }
        return delayAfter(error, policy, delays);
    }

    /**
     * Returns after what time an event is tried again that a store keeps, and whose slot says how often; null if it is not. The policy
     * of the component says after which errors, and after what time: its last delay holds on. Default: each error, one second.
     *
     * @param context the event, with an error
     * @param attempt the number of the attempt that has failed, from 1 on
     */
    public @Nullable Duration delayBetween(Context context, int attempt) {
        Throwable error = context.error;
        if (error == null || !mayBeTriedAgain(error)) {
            return null;
        }
        int component = context.failedAt();
        RetryPolicy given = component < 0 ? null : policies[component];
        RetryPolicy policy = given == null ? ANY_ERROR : given;
        return delayAfter(error, policy, () -> lastDelay(policy, attempt));
    }

    private static Duration lastDelay(RetryPolicy policy, int attempt) {
        RetryPolicy.Delays delays = policy.delays();
        Duration last = null;
        Duration next = delays.next();
        for (int i = 0; i < attempt && next != null; i++) {
            last = next;
            next = delays.next();
        }
        return last == null ? DEFAULT_DELAY : last;
    }

    private static boolean isDecided(@Nullable Attempts attempts) {
        return attempts != null && attempts.areOver();
    }

    /** Not after a timeout of the flow itself, nor when the JVM lacks memory or stack. */
    private boolean mayBeTriedAgain(Throwable error) {
        boolean own = error instanceof FlowException failure && failure.flow().equals(flow);
        boolean ended = error instanceof EventTimeoutException
                || error instanceof EventCancelledException
                || error instanceof FlowStoppedException;
        return !(own && ended) && !(error instanceof VirtualMachineError);
    }

    private static @Nullable Duration delayAfter(Throwable error, RetryPolicy policy, RetryPolicy.Delays delays) {
        try {
            RetryAfterException asked = error instanceof RetryAfterException after ? after : null;
            if (asked == null && !policy.shouldRetry(error)) {
                return null;
            }
            Duration delay = delays.next();
            return delay == null || asked == null ? delay : asked.delay();
        } catch (Throwable failed) { // code of users
            if (failed != error) {
                error.addSuppressed(failed);
            }
            return null;
        }
    }
}
