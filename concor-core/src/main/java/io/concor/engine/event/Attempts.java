package io.concor.engine.event;

import io.concor.RetryPolicy;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of an event at the place where it failed last, and what it needs for another one. A context gets it with its
 * first failure. It belongs to the owner of the context.
 */
public final class Attempts {

    private int failedAt = ExecutionSite.NOWHERE;
    private int from = ExecutionSite.NOWHERE;
    private int failed;
    private long firstFailedMillis;
    private long lastFailedMillis;
    private RetryPolicy.@Nullable Delays delays;
    private boolean over;

    private int rangeFrom = ExecutionSite.NOWHERE;
    private @Nullable Object rangeMessage;
    private @Nullable Turn turn;

    /** The range of a transaction begins with a message, with which it is repeated if it fails. */
    public void rangeBegins(int component, @Nullable Object message) {
        rangeFrom = component;
        rangeMessage = message;
    }

    /** Returns the index of the component at which the last transaction began, or {@link ExecutionSite#NOWHERE}. */
    public int rangeFrom() {
        return rangeFrom;
    }

    /**
     * An attempt has failed.
     *
     * @param component where it failed
     * @param first where the attempt began: there, or at the beginning of its transaction
     */
    public void failed(int component, int first, long nowMillis) {
        if (from != first) {
            from = first;
            failed = 0;
            delays = null;
            firstFailedMillis = nowMillis;
        }
        failedAt = component;
        failed++;
        lastFailedMillis = nowMillis;
    }

    /** Returns the delays between the attempts, from the policy of the component that failed first. */
    public RetryPolicy.Delays delays(RetryPolicy policy) {
        RetryPolicy.Delays present = delays;
        if (present == null) {
            present = policy.delays();
            delays = present;
        }
        return present;
    }

    /** Returns where the next attempt begins. */
    public int from() {
        return from;
    }

    /** There is no other attempt after the present error. */
    public void end() {
        over = true;
    }

    /** Whether it is decided that there is no other attempt after the present error. */
    public boolean areOver() {
        return over;
    }

    /** The event has another error. */
    void failedAgain() {
        over = false;
    }

    /** Whether these are attempts at a component. */
    boolean areAt(int component) {
        return failed > 0 && failedAt == component;
    }

    /** Returns how many attempts have failed. */
    public int failed() {
        return failed;
    }

    /** Returns when the first of them failed, in milliseconds since 1970. */
    public long firstFailedMillis() {
        return firstFailedMillis;
    }

    /** Returns when the last of them failed, in milliseconds since 1970. */
    public long lastFailedMillis() {
        return lastFailedMillis;
    }

    /** Returns the message of the next attempt, given that of the component that failed, which may have returned already. */
    @Nullable
    Object message(@Nullable Object given) {
        return from == rangeFrom ? rangeMessage : given;
    }

    @Nullable
    Turn takeTurnLeftAt(int slot) {
        Turn present = turn;
        if (present == null || slot <= present.component()) {
            return null;
        }
        turn = null;
        return present;
    }

    boolean keeps(Turn some) {
        return turn == some;
    }

    /** The event keeps its place among those of its key. */
    public void turn(@Nullable Turn next) {
        turn = next;
    }

    void clear() {
        failedAt = ExecutionSite.NOWHERE;
        from = ExecutionSite.NOWHERE;
        failed = 0;
        delays = null;
        over = false;
        rangeFrom = ExecutionSite.NOWHERE;
        rangeMessage = null;
        turn = null;
    }
}
