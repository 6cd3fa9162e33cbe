package io.concor.engine;

import io.concor.Flow;
import io.concor.Transaction;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.ScopeDefinition;
import io.concor.engine.measure.FlowRecorder;
import io.concor.text.ThrowableText;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins and ends the transactions of events: begins one before the first task of a scope that is run, commits after
 * the scope's last component, and rolls back as soon as the event has an error. So a catch component within a scope,
 * and what follows it there, runs in a transaction of its own.
 */
final class TransactionScopes {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    /** For each component the scope that it is in, or null. */
    private final @Nullable ScopeDefinition[] scopes;

    private final boolean any;

    TransactionScopes(FlowDefinition flow, FlowRecorder recorder) {
        this.scopes = timed(flow.scopeOfEach(), recorder);
        this.any = !flow.scopes().isEmpty();
    }

    private static @Nullable ScopeDefinition[] timed(@Nullable ScopeDefinition[] plain, FlowRecorder recorder) {
        @Nullable ScopeDefinition[] timed = new ScopeDefinition[plain.length];
        for (int i = 0; i < plain.length; i++) {
            timed[i] = i > 0 && plain[i] == plain[i - 1] ? timed[i - 1] : timed(plain[i], i, recorder);
        }
        return timed;
    }

    private static @Nullable ScopeDefinition timed(@Nullable ScopeDefinition scope, int from, FlowRecorder recorder) {
        return scope == null
                ? null
                : new ScopeDefinition(
                        scope.from(), scope.to(), new TimedTransactions(scope.transactions(), from, recorder));
    }

    /** Whether the last component is in a scope. */
    boolean reachTheEnd() {
        return any && scopes[scopes.length - 1] != null;
    }

    /**
     * A task is about to be run.
     *
     * @return false when it must not be run, because its transaction could not be begun: the event has an error
     */
    boolean enter(Context context, int component) {
        return !any || context.transaction != null || scopes[component] == null || begin(context, scopes[component]);
    }

    private static boolean begin(Context context, ScopeDefinition scope) {
        try {
            context.transaction = scope.transactions().begin();
            return true;
        } catch (Throwable thrown) {
            Throwable before = context.error;
            context.fail(thrown);
            suppress(thrown, before);
            return false;
        }
    }

    /** The components before the given one were run, or passed over. */
    void settle(Context context, int next) {
        Transaction transaction = context.transaction;
        if (transaction == null) {
            return;
        }
        if (context.error != null) {
            rollBack(context, transaction, context.error);
        } else if (next == scopes.length || scopes[next] != scopes[next - 1]) {
            commit(context, transaction);
        }
    }

    private static void commit(Context context, Transaction transaction) {
        context.transaction = null;
        try {
            transaction.commit();
        } catch (Throwable thrown) {
            context.fail(thrown);
        }
    }

    private static void rollBack(Context context, Transaction transaction, Throwable cause) {
        context.transaction = null;
        try {
            transaction.rollback();
        } catch (Throwable thrown) {
            suppress(cause, thrown);
        }
    }

    /** The flow has stopped while the transaction's event waits for a thread that does not come back. Any thread. */
    static void giveUp(Transaction transaction) {
        if (transaction instanceof HeldTransaction held) {
            try {
                held.rollBackWhereDetached();
            } catch (Throwable thrown) {
                String line = "A transaction could not be rolled back when its flow was stopped";
                ThrowableText.log(thrown, failure -> logger.warn(line, failure));
            }
        }
    }

    /** The transaction could not be moved to or from the calling thread. */
    static void abandon(Context context, Transaction transaction, Throwable thrown) {
        suppress(thrown, context.error);
        context.fail(thrown);
        rollBack(context, transaction, thrown);
    }

    private static void suppress(Throwable error, @Nullable Throwable other) {
        if (other != null && other != error) {
            error.addSuppressed(other);
        }
    }
}
