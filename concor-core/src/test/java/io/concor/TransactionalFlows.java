package io.concor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Flows in whose tasks a test looks whether there is a transaction; none is on two threads, or left. */
abstract class TransactionalFlows {

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    final WatchedTransactions transactions = new WatchedTransactions();
    final Queue<String> strange = new ConcurrentLinkedQueue<>();

    @AfterEach
    void noTransactionWasOnTwoThreadsOrIsLeft() {
        assertThat(transactions.violations()).isEmpty();
        assertThat(strange).isEmpty();
        assertThat(transactions.present()).isNull();
        assertThat(transactions.committed() + transactions.rolledBack()).isEqualTo(transactions.begun());
    }

    static FlowBuilder<Integer, Integer> flow() {
        return Flows.create("flow");
    }

    SideEffectTask<Integer> inside(String name) {
        return event -> {
            if (transactions.present() == null) {
                strange.add(name + " is run without a transaction");
            }
        };
    }

    SideEffectTask<Integer> outside(String name) {
        return event -> {
            if (transactions.present() != null) {
                strange.add(name + " is run in a transaction");
            }
        };
    }
}
