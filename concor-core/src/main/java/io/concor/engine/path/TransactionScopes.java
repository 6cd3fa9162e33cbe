package io.concor.engine.path;

import io.concor.Flow;
import io.concor.Transaction;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import io.concor.engine.measure.FlowRecorder;
import io.concor.layout.FlowGraph;
import io.concor.text.FailureLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins and ends the transactions of events at the borders of their scopes. A transaction begins before the first task
 * of its scope that runs, is committed after the last component, and is rolled back as soon as the event has an error.
 */
public final class TransactionScopes {

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);

    /** The scope of each component, or null. */
    private final FlowDefinition.@Nullable Scope[] scopes;
    /** For each component, the index of the first component of its scope. */
    private final int[] firstInScope;
    /** Whether there is a scope at all. */
    private final boolean any;
    /** Whether a component may be tried again, and its transaction with it. */
    private final boolean repeats;

    private final boolean reachTheEnd;

    private final FlowRecorder recorder;

    TransactionScopes(FlowDefinition flow, FlowRecorder recorder) {
        this.scopes = flow.scopeOfEach();
        this.firstInScope = new int[scopes.length];
        FlowGraph graph = flow.graph();
        for (int i = 0; i < scopes.length; i++) {
            FlowDefinition.@Nullable Scope scope = scopes[i];
            firstInScope[i] = graph.previous(i)
                    .filter(before -> scopes[before] == scope)
                    .map(before -> firstInScope[before])
                    .findFirst()
                    .orElse(i);
        }
        this.reachTheEnd = graph.previous(FlowGraph.END).anyMatch(i -> scopes[i] != null);
        this.any = !flow.scopes().isEmpty();
        this.repeats = flow.retries();
        this.recorder = recorder;
    }

    /** Whether the last component is in a scope. */
    boolean reachTheEnd() {
        return reachTheEnd;
    }

    /**
     * Begins a transaction if the component about to run is in a scope and the event has none. Meanwhile, which may be
     * long if connections are missing, the thread shows that component.
     *
     * @return false if a transaction could not begin: the task must not run, and the event has an error
     */
    boolean beginIfNeeded(Context context, int component, ExecutionSite site) {
        FlowDefinition.Scope scope = any ? scopes[component] : null;
        return scope == null || context.transaction != null || begin(context, scope, component, site);
    }

    /** Begins the transaction of a batch on the calling thread. Returns null if the batch component is in no scope. */
    @Nullable
    Transaction beginBatch(int component) throws Throwable {
        FlowDefinition.Scope scope = any ? scopes[component] : null;
        return scope == null ? null : HeldTransaction.begin(scope.transactions(), component, recorder);
    }

    private boolean begin(Context context, FlowDefinition.Scope scope, int component, ExecutionSite site) {
        site.at(component);
        try {
            if (repeats) {
                context.keepAttempts().rangeBegins(component, context.value);
            }
            context.transaction = HeldTransaction.begin(scope.transactions(), firstInScope[component], recorder);
            return true;
        } catch (Throwable thrown) {
            Throwable before = context.error;
            context.fail(component, thrown);
            suppress(thrown, before);
            return false;
        }
    }

    /**
     * Ends the transaction if an event leaves its scope, or has an error.
     *
     * @param passed the component that the event has passed, which is in a scope
     * @param next the one to which it goes on, or {@link FlowGraph#END}
     */
    void endIfComplete(Context context, int passed, int next) {
        rollBackIfFailed(context);
        Transaction transaction = context.transaction;
        if (transaction != null && (next == FlowGraph.END || scopes[next] != scopes[passed])) {
            commit(context, transaction, passed);
        }
    }

    /** Ends the transaction if the event has an error. */
    void rollBackIfFailed(Context context) {
        if (context.transaction != null && context.error != null) {
            rollBack(context, context.transaction, context.error);
        }
    }

    private static void commit(Context context, Transaction transaction, int last) {
        context.transaction = null;
        try {
            transaction.commit();
        } catch (Throwable thrown) {
            context.fail(last, thrown);
        }
    }

    private static void rollBack(Context context, Transaction transaction, Throwable cause) {
        context.transaction = null;
        rollBack(transaction, cause);
    }

    /** Rolls back. What that throws is added to the cause as suppressed. */
    static void rollBack(Transaction transaction, Throwable cause) {
        try {
            transaction.rollback();
        } catch (Throwable thrown) {
            suppress(cause, thrown);
        }
    }

    /** Rolls back a transaction whose event waits for a thread that did not return before a stop. Any thread. */
    public static void rollBackAbandoned(Transaction transaction) {
        if (transaction instanceof HeldTransaction held) {
            try {
                held.rollBackIfDetached();
            } catch (Throwable thrown) {
                String line = "A transaction could not be rolled back when its flow was stopped";
                FailureLog.log(thrown, failure -> logger.warn(line, failure));
            }
        }
    }

    /** Fails the event and rolls back: its transaction could not move to or from the calling thread. */
    static void failToMove(Context context, Transaction transaction, Throwable thrown) {
        suppress(thrown, context.error);
        context.fail(ExecutionSite.NOWHERE, thrown);
        rollBack(context, transaction, thrown);
    }

    private static void suppress(Throwable error, @Nullable Throwable other) {
        if (other != null && other != error) {
            error.addSuppressed(other);
        }
    }
}
