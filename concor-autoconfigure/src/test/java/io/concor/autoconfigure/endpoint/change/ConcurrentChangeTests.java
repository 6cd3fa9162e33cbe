package io.concor.autoconfigure.endpoint.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.VersionConflictException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.ReflectionUtils;

/** A partial change during another change. */
class ConcurrentChangeTests {

    private final CountDownLatch release = new CountDownLatch(1);
    private final Manager manager = new Manager();
    private final ConcorSlotsEndpoint endpoint = new ConcorSlotsEndpoint(manager, new CallerContext());
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .join(JoinSettings.single())
            .mapSingleThreaded(
                    (String order) -> {
                        release.await();
                        return order;
                    },
                    "session")
            .build();

    @BeforeEach
    void holdTheThread() {
        manager.register(flow);
        flow.apply("held");
        await("the thread is in the task")
                .until(() -> manager.flow("orders").slot("session").activeThreads() == 1);
    }

    @AfterEach
    void close() {
        release.countDown();
        flow.close();
    }

    /** Waits until the thread has returned from its task. */
    private FutureTask<?> changeUnderWay() {
        JoinSettings yielding = JoinSettings.single().waiting(WaitMode.YIELDING);
        return waiting(() -> manager.change(ChangeRequest.put("orders", "session", yielding)));
    }

    private FutureTask<?> changeOfCapacity(@Nullable String expectedVersion) {
        Map<String, @Nullable String> arguments = new HashMap<>();
        arguments.put("flow", "orders");
        arguments.put("slot", "session");
        arguments.put("capacity", "32");
        arguments.put("expectedVersion", expectedVersion);
        Method change = Stream.of(ConcorSlotsEndpoint.class.getMethods())
                .filter(method -> method.getName().equals("change"))
                .findFirst()
                .orElseThrow();
        Object[] values = Stream.of(change.getParameters())
                .map(parameter -> arguments.get(parameter.getName()))
                .toArray();
        return waiting(() -> ReflectionUtils.invokeMethod(change, endpoint, values));
    }

    private static FutureTask<?> waiting(Callable<?> change) {
        FutureTask<?> result = new FutureTask<>(change);
        Thread thread = new Thread(result);
        thread.start();
        await("the change has to wait").until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return result;
    }

    @Test
    void keepsTheSettingsOfTheConcurrentChange() throws Exception {
        FutureTask<?> first = changeUnderWay();
        FutureTask<?> second = changeOfCapacity(null);
        release.countDown();
        first.get();
        second.get();

        assertThat(manager.flow("orders").slot("session").settings())
                .isEqualTo(JoinSettings.single().waiting(WaitMode.YIELDING).capacity(32));
        assertThat(manager.flow("orders").layout().version()).isEqualTo(3);
        assertThat(manager.flow("orders").history(10))
                .as("nothing of a change that was refused in between")
                .extracting(ChangeEntry::outcome)
                .containsExactly(ChangeEntry.Outcome.CHANGED, ChangeEntry.Outcome.CHANGED);
    }

    @Test
    void isNotRefusedDespiteConcurrentChanges() throws Exception {
        FutureTask<?> first = changeUnderWay();
        FutureTask<?> second =
                waiting(() -> manager.change(ChangeRequest.put("orders", "session", JoinSettings.fixed(1))));
        FutureTask<?> third = changeOfCapacity(null);
        release.countDown();
        first.get();
        second.get();
        third.get();

        assertThat(manager.flow("orders").slot("session").settings())
                .isEqualTo(JoinSettings.fixed(1).capacity(32));
    }

    @Test
    void isRefusedIfItExpectsThePreviousVersion() throws Exception {
        FutureTask<?> first = changeUnderWay();
        FutureTask<?> second = changeOfCapacity("1");
        release.countDown();
        first.get();

        assertThatThrownBy(second::get).hasCauseInstanceOf(VersionConflictException.class);
        assertThat(manager.flow("orders").slot("session").settings())
                .isEqualTo(JoinSettings.single().waiting(WaitMode.YIELDING));
    }
}
