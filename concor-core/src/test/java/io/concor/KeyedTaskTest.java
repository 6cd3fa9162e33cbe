package io.concor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.concor.fixture.Gate;
import io.concor.fixture.KeyOrderDetector;
import io.concor.fixture.RandomChanges;
import io.concor.fixture.RunningFlows;
import io.concor.layout.StopReport;
import io.concor.manage.ChangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Events of equal keys are handled one at a time and in their order; others do not wait for them. */
@Timeout(60)
class KeyedTaskTest {

    private static final String SLOT = "account";
    private static final int KEYS = 40;

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    /** An event and its position among those of its key. */
    private record Booking(Object account, int number) {}

    private static final class Accounts implements KeyedTask<Booking, Booking> {

        private final KeyOrderDetector order = new KeyOrderDetector(KEYS);

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) {
            order.handle((int) booking.account(), booking.number());
            return booking;
        }
    }

    /** A task that does what a test wants for a booking. */
    private record Scripted(SimpleTask<Booking, Booking> script) implements KeyedTask<Booking, Booking> {

        @Override
        public Object key(Booking booking) {
            return booking.account();
        }

        @Override
        public Booking apply(Booking booking) throws Throwable {
            return script.apply(booking);
        }
    }

    private void change(JoinSettings to) {
        flows.manager().change(ChangeRequest.put("flow", SLOT, to));
    }

    private static FlowBuilder<Booking, Booking> flow() {
        return Flows.<Booking>create("flow");
    }

    private static String get(CompletableFuture<Booking> booking) throws Exception {
        return booking.get(20, TimeUnit.SECONDS).account().toString();
    }

    /** Several threads send, each for accounts of its own. */
    private static List<CompletableFuture<Void>> send(Flow<Booking, Booking> flow, int senders, int rounds) {
        return IntStream.range(0, senders)
                .mapToObj(sender -> RunningFlows.onOwnThread(() -> {
                    for (int round = 0; round < rounds; round++) {
                        for (int account = sender; account < KEYS; account += senders) {
                            flow.apply(new Booking(account, round));
                        }
                    }
                }))
                .toList();
    }

    private static JoinSettings anyJoin(java.util.Random random) {
        JoinSettings join = random.nextInt(3) == 0 ? JoinSettings.single() : JoinSettings.keyed(1 + random.nextInt(6));
        return join.capacity(1 << random.nextInt(11))
                .waiting(random.nextInt(4) == 0 ? WaitMode.YIELDING : WaitMode.BLOCKING);
    }

    @Test
    void keepsTheOrderOfEachKeyWhileItsJoinIsResizedAndExchanged() throws Exception {
        Accounts accounts = new Accounts();
        Flow<Booking, Booking> flow = flows.start(flow().maxInFlight(256)
                .map((Booking booking) -> booking, "entry")
                .mapKeyed(accounts, SLOT)
                .map((Booking booking) -> booking, "next")
                .mapSingleThreaded((Booking booking) -> booking, "end"));
        int made;
        try (RandomChanges changes = new RandomChanges(flows.manager(), "flow", 42, KeyedTaskTest::anyJoin)) {
            for (CompletableFuture<Void> sender : send(flow, 2, 1_000)) {
                RunningFlows.get(sender);
            }
            await("changes").until(() -> changes.made() > 20);
            made = changes.made();
        }
        StopReport report = flows.manager().flow("flow").stop(Duration.ofSeconds(10));

        assertThat(report.clean()).as(report::toString).isTrue();
        assertThat(accounts.order.violations()).as("with %d changes", made).isEmpty();
        assertThat(accounts.order.handled()).containsOnly(1_000);
    }

    @Test
    void hasAKeyedPoolWithoutConfiguration() {
        flows.start(flow().mapKeyed(new Accounts(), SLOT));

        assertThat(flows.manager().flow("flow").layout().slots()).containsEntry(SLOT, JoinSettings.keyed(4));
    }

    @Test
    void aSlowKeyKeepsNoOtherWaiting() throws Exception {
        Gate gate = new Gate();
        Flow<Booking, Booking> flow = flows.start(flow().join(JoinSettings.keyed(2))
                .mapKeyed(
                        new Scripted(booking -> {
                            if (booking.account().equals("slow")) {
                                gate.pass();
                            }
                            return booking;
                        }),
                        SLOT));
        List<CompletableFuture<Booking>> slow = IntStream.range(0, 50)
                .mapToObj(number -> flow.submit(new Booking("slow", number)))
                .toList();
        gate.awaitReached();

        for (int i = 0; i < 100; i++) {
            assertThat(get(flow.submit(new Booking("fast" + i, 0)))).isEqualTo("fast" + i);
        }
        assertThat(slow).noneMatch(CompletableFuture::isDone);

        gate.open();
        for (CompletableFuture<Booking> booking : slow) {
            assertThat(get(booking)).isEqualTo("slow");
        }
    }

    static Stream<JoinSettings> joins() {
        return Stream.of(JoinSettings.keyed(3), JoinSettings.single());
    }

    @ParameterizedTest
    @MethodSource("joins")
    void aKeyThatIsNullOrThrowsFailsItsEventOnly(JoinSettings join) throws Exception {
        Object throwing = new Object() {
            @Override
            public int hashCode() {
                throw new IllegalStateException("no hash");
            }
        };
        Flow<Booking, Booking> flow = flows.start(flow().join(join).mapKeyed(new Scripted(booking -> booking), SLOT));

        CompletableFuture<Booking> withoutKey = flow.submit(new Booking(null, 0));
        CompletableFuture<Booking> withoutHash = flow.submit(new Booking(throwing, 0));
        CompletableFuture<Booking> withoutMessage = flow.submit(null);

        assertThatThrownBy(() -> get(withoutKey))
                .hasRootCauseInstanceOf(NullKeyException.class)
                .hasRootCauseMessage(
                        "Flow 'flow', component 'account': the key of a message is null. Return a key for each message, or let a task before it fail or replace messages without one");
        assertThatThrownBy(() -> get(withoutHash)).hasRootCauseMessage("no hash");
        assertThatThrownBy(() -> get(withoutMessage)).hasRootCauseInstanceOf(NullPointerException.class);
        assertThat(get(flow.submit(new Booking("good", 0)))).isEqualTo("good");
        assertThat(flows.manager()
                        .flow("flow")
                        .statistics()
                        .sinceStart()
                        .components()
                        .get(0)
                        .errors())
                .isEqualTo(3);
    }

    @Test
    void anEventInATransitionKeepsItsKeyUntilItReachesTheNextSlot() {
        List<Continuation<Booking>> away = new ArrayList<>();
        Queue<Integer> begun = new ConcurrentLinkedQueue<>();
        Flow<Booking, Booking> flow = flows.start(flow().join(JoinSettings.keyed(2))
                .mapKeyed(
                        new Scripted(booking -> {
                            begun.add(booking.number());
                            return booking;
                        }),
                        SLOT)
                .bind(
                        (Booking booking, Continuation<Booking> continuation) -> {
                            synchronized (away) {
                                away.add(continuation);
                            }
                        },
                        "remote")
                .join(JoinSettings.fixed(1))
                .map((Booking booking) -> booking, "next"));
        CompletableFuture<Booking> first = flow.submit(new Booking("same", 1));
        CompletableFuture<Booking> second = flow.submit(new Booking("same", 2));
        CompletableFuture<Booking> other = flow.submit(new Booking("other", 3));
        await("two are away").until(() -> begun.size() == 2 && away.size() == 2);
        assertThat(begun).containsExactlyInAnyOrder(1, 3);

        away.get(0).complete(new Booking("same", 1));
        away.get(1).complete(new Booking("other", 3));
        await("the next one of the key").until(() -> begun.contains(2) && away.size() == 3);
        away.get(2).complete(new Booking("same", 2));

        assertThat(Stream.of(first, second, other))
                .allSatisfy(booking -> assertThat(get(booking)).isNotEmpty());
    }

    @Test
    void anEventThatTimesOutInATransitionFreesItsKey() throws Exception {
        Flow<Booking, Booking> flow = flows.start(flow().timeout(Duration.ofMillis(300))
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Scripted(booking -> booking), SLOT)
                .bind(
                        (Booking booking, Continuation<Booking> continuation) -> {
                            if (booking.number() > 0) {
                                continuation.complete(booking);
                            }
                        },
                        "remote"));
        CompletableFuture<Booking> lost = flow.submit(new Booking("same", 0));
        assertThatThrownBy(() -> get(lost)).hasRootCauseInstanceOf(EventTimeoutException.class);

        assertThat(get(flow.submit(new Booking("same", 1)))).isEqualTo("same");
    }

    @Test
    void eventsTimeOutBehindASlowKeyWhileOthersPass() throws Exception {
        Gate gate = new Gate();
        Flow<Booking, Booking> flow = flows.start(flow().timeout(Duration.ofMillis(300))
                .join(JoinSettings.keyed(2))
                .mapKeyed(
                        new Scripted(booking -> {
                            if (booking.number() < 0) {
                                gate.pass();
                            }
                            return booking;
                        }),
                        SLOT));
        flow.apply(new Booking("slow", -1));
        gate.awaitReached();
        CompletableFuture<Booking> behind = flow.submit(new Booking("slow", 1));

        assertThatThrownBy(() -> get(behind)).hasRootCauseInstanceOf(EventTimeoutException.class);
        assertThat(get(flow.submit(new Booking("fast", 1)))).isEqualTo("fast");
        gate.open();
        assertThat(get(flow.submit(new Booking("slow", 2)))).isEqualTo("slow");
    }

    @Test
    void aStopEndsEventsBehindAKeyThatDoesNotReturn() throws Exception {
        Gate gate = new Gate();
        Flow<Booking, Booking> flow = flows.start(flow().join(JoinSettings.keyed(2))
                .mapKeyed(
                        new Scripted(booking -> {
                            gate.passStubbornly();
                            return booking;
                        }),
                        SLOT));
        flow.apply(new Booking("stuck", 0));
        gate.awaitReached();
        CompletableFuture<Booking> behind = flow.submit(new Booking("stuck", 1));

        StopReport report = flows.manager().flow("flow").stop(Duration.ofMillis(50));

        assertThat(report.unfinished()).isEqualTo(2);
        assertThat(report.stuckThreads()).isEqualTo(1);
        assertThatThrownBy(() -> get(behind)).hasRootCauseInstanceOf(FlowStoppedException.class);
        gate.open();
        await("a start").ignoreExceptions().until(() -> {
            flows.manager().flow("flow").start();
            return true;
        });
        assertThat(get(flow.submit(new Booking("free", 2)))).isEqualTo("free");
    }

    static Stream<JoinSettings> refused() {
        return Stream.of(JoinSettings.fixed(2), JoinSettings.fixed(1), JoinSettings.cached(2));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void noOtherPoolServesIt(JoinSettings join) {
        flows.start(flow().mapKeyed(new Accounts(), SLOT));

        assertThatThrownBy(() -> change(join))
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("a %s pool does not keep the order of equal keys at keyed component 'account'"
                        .formatted(join.pool()))
                .hasMessageContaining("keyed or single in slot 'account'");
    }

    @Test
    void itsJoinStays() {
        flows.start(flow().mapKeyed(new Accounts(), SLOT));

        assertThatThrownBy(() -> flows.manager().change(ChangeRequest.takeOut("flow", SLOT)))
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("keyed component 'account' needs its own join");
    }

    @Test
    void aKeyedPoolServesNoOtherTask() {
        flows.start(flow().mapKeyed(new Accounts(), SLOT).map((Booking booking) -> booking, "next"));

        assertThatThrownBy(() -> flows.manager().change(ChangeRequest.put("flow", "next", JoinSettings.keyed(2))))
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("a keyed pool serves a keyed component, and 'next' is simple");
    }

    @Test
    void aSingleThreadedTaskBehindItNeedsAJoinOfItsOwn() {
        assertThatThrownBy(() -> flow().mapKeyed(new Accounts(), SLOT)
                        .noJoin()
                        .mapSingleThreaded((Booking booking) -> booking, "ledger")
                        .build())
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining(
                        "single-threaded component 'ledger' would be served by the threads of a keyed pool")
                .hasMessageContaining(
                        "single in slot 'account', or single (or another pool with 1 thread) in slot 'ledger'");
    }

    @Test
    void aSingleThreadServesNoRemoteTaskBehindIt() {
        assertThatThrownBy(() -> flow().join(JoinSettings.single())
                        .mapKeyed(new Accounts(), SLOT)
                        .noJoin()
                        .mapSynchronizedRemote((Booking booking) -> booking, "call")
                        .build())
                .isInstanceOf(InvalidLayoutException.class)
                .hasMessageContaining("keyed in slot 'account', or fixed or cached");
    }

    @Test
    void oneObjectStandsAtOnePlace() {
        Accounts accounts = new Accounts();

        assertThatThrownBy(() -> flow().mapKeyed(accounts, "first")
                        .mapKeyed(accounts, "second")
                        .build())
                .isInstanceOf(InvalidFlowException.class)
                .hasMessageContaining("its keyed task stands at component 'first' as well");
    }

    @Test
    void isExchangedWithEventsInATransition() throws Exception {
        List<Continuation<Booking>> away = new ArrayList<>();
        Flow<Booking, Booking> flow = flows.start(flow().join(JoinSettings.keyed(2))
                .mapKeyed(new Scripted(booking -> booking), SLOT)
                .bind(
                        (Booking booking, Continuation<Booking> continuation) -> {
                            synchronized (away) {
                                away.add(continuation);
                            }
                        },
                        "remote")
                .map((Booking booking) -> booking, "next"));
        CompletableFuture<Booking> first = flow.submit(new Booking("same", 1));
        await("the first is away").until(() -> away.size() == 1);
        CompletableFuture<Booking> second = flow.submit(new Booking("same", 2));

        change(JoinSettings.single());
        await("the second is away").until(() -> away.size() == 2);
        change(JoinSettings.keyed(3));
        away.get(0).complete(new Booking("same", 1));
        away.get(1).complete(new Booking("same", 2));

        assertThat(get(first)).isEqualTo("same");
        assertThat(get(second)).isEqualTo("same");
        CompletableFuture<Booking> third = flow.submit(new Booking("same", 3));
        await("the third is away").until(() -> away.size() == 3);
        away.get(2).complete(new Booking("same", 3));
        assertThat(get(third)).isEqualTo("same");
    }
}
