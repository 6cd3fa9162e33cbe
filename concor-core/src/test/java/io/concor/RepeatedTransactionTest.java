package io.concor;

import static io.concor.fixture.RunningFlows.errorOf;
import static io.concor.fixture.RunningFlows.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.fixture.HookedTransaction;
import io.concor.fixture.PoolKinds;
import io.concor.fixture.TransactionalFlows;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A component that is tried again in the range of a transaction. */
class RepeatedTransactionTest extends TransactionalFlows {

    private static final IllegalStateException BROKEN = new IllegalStateException("broken");
    private static final RetryPolicy AT_ONCE = RetryPolicy.maxRetries(3).delay(Duration.ZERO);

    private final AtomicInteger calls = new AtomicInteger();

    static Stream<JoinSettings> pools() {
        return PoolKinds.forAnyTask();
    }

    @ParameterizedTest
    @MethodSource("pools")
    void repeatsTheTransactionFromItsBeginning(JoinSettings pool) throws Exception {
        List<Integer> first = new CopyOnWriteArrayList<>();
        Flow<Integer, Integer> flow = flows.start(flow().map((Integer event) -> event + 1, "before")
                .join(pool)
                .map(
                        (Integer event) -> {
                            inside("first").accept(event);
                            first.add(event);
                            return event * 10;
                        },
                        "first")
                .retry(AT_ONCE)
                .map(
                        (Integer event) -> {
                            inside("fails").accept(event);
                            if (calls.incrementAndGet() < 3) {
                                throw BROKEN;
                            }
                            return event + 5;
                        },
                        "fails")
                .forEach(outside("after"), "after")
                .transaction("first", "fails", transactions));

        assertThat(get(flow.submit(1))).isEqualTo(25);
        assertThat(first).containsExactly(2, 2, 2);
        assertThat(transactions.committed()).isEqualTo(1);
        assertThat(transactions.rolledBack()).isEqualTo(2);
    }

    @Test
    void repeatsATransactionWhoseCommitFailed() throws Exception {
        Transactions failingOnce = () -> {
            Transaction transaction = transactions.begin();
            return calls.incrementAndGet() == 1
                    ? HookedTransaction.refusing(transaction, BROKEN, () -> {})
                    : transaction;
        };
        Flow<Integer, Integer> flow = flows.start(flow().retry(AT_ONCE)
                .map((Integer event) -> event + 1, "only")
                .transaction("only", "only", failingOnce));

        assertThat(get(flow.submit(1)))
                .as("with the message that entered the range")
                .isEqualTo(2);
        assertThat(transactions.rolledBack()).isEqualTo(1);
        assertThat(transactions.committed()).isEqualTo(1);
    }

    /** Otherwise two components of a range that fail in turn would be tried for ever. */
    @Test
    void countsTheAttemptsOfARangeTogether() throws Exception {
        Flow<Integer, Integer> flow = flows.start(flow().retry(AT_ONCE)
                .map(this::failEverySecondTime, "first")
                .retry(AT_ONCE)
                .map(
                        event -> {
                            throw BROKEN;
                        },
                        "second")
                .map((Object event) -> 1, "third")
                .transaction("first", "third", transactions));

        assertThat(errorOf(flow.submit(1))).isInstanceOf(IllegalArgumentException.class);
        assertThat(transactions.begun()).isEqualTo(4);
    }

    private Integer failEverySecondTime(Integer event) {
        if (calls.incrementAndGet() % 2 == 0) {
            throw new IllegalArgumentException();
        }
        return event;
    }

    @Test
    void refusesToRepeatARangeThatBeginsWithAnError() {
        assertThatThrownBy(() -> flow().map((Integer event) -> event, "first")
                        .catching(error -> 1, "catches")
                        .retry(AT_ONCE)
                        .map((Integer event) -> event, "again")
                        .transaction("first", "again", transactions)
                        .build())
                .isInstanceOf(InvalidFlowException.class)
                .hasMessage(
                        "Flow 'flow', component 'again': it is tried again, but stands after catch component 'catches'"
                                + " in the transaction from 'first' to 'again', which then begins with an error."
                                + " Let the transaction begin after 'catches', or do not retry the component");
    }
}
