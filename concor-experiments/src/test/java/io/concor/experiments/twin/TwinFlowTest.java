package io.concor.experiments.twin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.CatchTask;
import io.concor.Continuation;
import io.concor.Flow;
import io.concor.RefusedException;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.SynchronizedRemoteTask;
import io.concor.TransitionTask;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.SimpleTransactionStatus;

/** A message ends once in a twin, too, whatever its tasks do. Each task appends the name of its bean. */
class TwinFlowTest {

    private final StaticListableBeanFactory beans = new StaticListableBeanFactory();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Throwable> errors = new ConcurrentLinkedQueue<>();
    private volatile Consumer<Continuation<Object>> sending = continuation -> continuation.complete("sent");

    @AutoClose
    private @Nullable Flow<Object, @Nullable Object> twin;

    private Flow<Object, @Nullable Object> twin(Function<SampleTasks, TwinFlow> ofTasks, int maxInFlight) {
        TwinFlow built = ofTasks.apply(new SampleTasks("sample", maxInFlight, beans));
        twin = built;
        return built;
    }

    private Flow<Object, @Nullable Object> ussd(int maxInFlight) {
        simple("inTranslator", "menuStructureResolver", "menuResolver");
        beans.addBean("ussdSessionManager", (SingleThreadedTask<String, String>) message -> message + " session");
        last("replySender", "replyLogger", "errorLogger");
        return twin(UssdTwin::new, maxInFlight);
    }

    private void simple(String... names) {
        Stream.of(names)
                .forEach(name -> beans.addBean(name, (SimpleTask<String, String>) message -> message + " " + name));
    }

    private void remote(String... names) {
        Stream.of(names)
                .forEach(name ->
                        beans.addBean(name, (SynchronizedRemoteTask<String, String>) message -> message + " " + name));
    }

    private void last(String sender, String logger, String errorHandler) {
        beans.addBean(sender, (TransitionTask<String, Object>) (message, continuation) -> {
            logged.add(message);
            sending.accept(continuation);
        });
        last(logger, errorHandler);
    }

    private void last(String logger, String errorHandler) {
        beans.addBean(logger, (SideEffectTask<String>) logged::add);
        beans.addBean(errorHandler, (CatchTask<Object>) error -> {
            errors.add(error);
            return "handled";
        });
    }

    private static @Nullable Object result(CompletableFuture<@Nullable Object> submitted) {
        return submitted.orTimeout(30, TimeUnit.SECONDS).join();
    }

    @Test
    void callsTheTasksOfUssdInTheirOrder() {
        assertThat(result(ussd(1).trySubmit("in"))).isEqualTo("sent");

        assertThat(logged).containsExactly("in inTranslator session menuStructureResolver menuResolver", "sent");
    }

    @Test
    void callsTheTasksOfMoFlowInTheirOrder() {
        simple("translator", "router", "atTranslator");
        remote("endpointResolver");
        beans.addBean("moSessionManager", (SingleThreadedTask<String, String>) message -> message + " session");
        last("messageSender", "transLogger", "moErrorHandler");

        assertThat(result(twin(MoFlowTwin::new, 1).trySubmit("in"))).isEqualTo("sent");

        assertThat(logged).containsExactly("in translator session router endpointResolver atTranslator", "sent");
    }

    @Test
    void booksInATransactionThatAnErrorRollsBack() {
        simple("trxTranslator");
        remote("trxReader", "trxUpdater");
        beans.addBean("trxCalculator", (SimpleTask<String, String>) message -> {
            if (message.startsWith("bad")) {
                throw new IllegalStateException("overdrawn");
            }
            return message + " calculated";
        });
        last("trxLogger", "trxErrorHandler");
        Transactions transactions = new Transactions();
        beans.addBean("transactions", transactions);
        Flow<Object, @Nullable Object> tracker = twin(MoneyTrackerTwin::new, 1);

        assertThat(result(tracker.trySubmit("in"))).isEqualTo("in trxTranslator trxReader calculated trxUpdater");
        await("room").until(() -> tracker.tryApply("bad"));

        await("the error").until(() -> errors.size() == 1);
        assertThat(transactions.ends).containsExactly("commit", "rollback");
    }

    /** Notes how transactions end. */
    private static final class Transactions implements PlatformTransactionManager {

        private final List<String> ends = new CopyOnWriteArrayList<>();

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            return new SimpleTransactionStatus();
        }

        @Override
        public void commit(TransactionStatus status) {
            ends.add("commit");
        }

        @Override
        public void rollback(TransactionStatus status) {
            ends.add("rollback");
        }
    }

    @Test
    void refusesAnotherMessageWhenFull() {
        sending = continuation -> {};
        Flow<Object, @Nullable Object> twin = ussd(1);

        assertThat(twin.tryApply("in")).isTrue();

        assertThat(twin.tryApply("another")).isFalse();
        assertThat(twin.trySubmit("another"))
                .isCompletedExceptionally()
                .failsWithin(0, TimeUnit.SECONDS)
                .withThrowableThat()
                .withCauseInstanceOf(RefusedException.class);
    }

    @Test
    void letsAMessageLeaveOnceThatIsAnsweredAndThenFails() {
        sending = continuation -> {
            sending = held -> {};
            continuation.complete("sent");
            throw new IllegalStateException("too late");
        };
        Flow<Object, @Nullable Object> twin = ussd(1);
        assertThat(twin.tryApply("in")).isTrue();

        await("room for one").until(() -> twin.tryApply("second"));

        assertThat(twin.tryApply("third")).as("room for another").isFalse();
        assertThat(errors).isEmpty();
    }

    @Test
    void handlesTheErrorOfAMessageThatCannotBeLogged() {
        sending = continuation -> continuation.complete(17); // no text, as the logger expects

        assertThat(result(ussd(1).trySubmit("in"))).isEqualTo("handled");

        assertThat(errors).singleElement().isInstanceOf(ClassCastException.class);
    }
}
