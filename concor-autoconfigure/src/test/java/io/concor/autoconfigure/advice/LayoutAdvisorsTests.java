package io.concor.autoconfigure.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Component;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.QueueKind;
import io.concor.layout.Placement;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LayoutAdvisorsTests {

    private final Manager manager = new Manager();
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .join(JoinSettings.single())
            .map((String order) -> order, "parser")
            .map((String order) -> order, "checker")
            .join(JoinSettings.fixed(4))
            .mapSynchronizedRemote((String order) -> order, "resolver")
            .join(JoinSettings.fixed(2))
            .<String>bind((order, back) -> back.complete(order), "sender")
            .map((String order) -> order, "logger")
            .build();

    LayoutAdvisorsTests() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private Topology present() {
        return manager.flow("orders").topology();
    }

    private Topology with(String slot, JoinSettings join) {
        manager.change(ChangeRequest.put("orders", slot, join));
        return present();
    }

    private Topology without(String slot) {
        manager.change(ChangeRequest.takeOut("orders", slot));
        return present();
    }

    @Test
    void moreThreadsThanProcessorsAreTooManyForTasksThatCompute() {
        ComputingThreadsAdvisor advisor = new ComputingThreadsAdvisor(2);

        assertThat(advisor.warnings(with("parser", JoinSettings.fixed(2)))).isEmpty();
        assertThat(advisor.warnings(with("parser", JoinSettings.cached(3))))
                .containsExactly(
                        "slot 'parser' has up to 3 threads for tasks that compute ('parser', 'checker'), but the JVM"
                                + " has 2 processors. More threads do not compute faster: use at most 2. If a task blocks,"
                                + " make it a SynchronizedRemoteTask");
    }

    @Test
    void moreThreadsThanProcessorsAreRightIfATaskOfTheStageBlocks() {
        ComputingThreadsAdvisor advisor = new ComputingThreadsAdvisor(2);

        assertThat(advisor.warnings(with("resolver", JoinSettings.fixed(16)))).isEmpty();
    }

    @Test
    void oneThreadIsTooFewForATaskThatBlocks() {
        LoneRemoteThreadAdvisor advisor = new LoneRemoteThreadAdvisor();

        assertThat(advisor.warnings(with("resolver", JoinSettings.fixed(2)))).isEmpty();
        assertThat(advisor.warnings(with("resolver", JoinSettings.fixed(1))))
                .containsExactly("slot 'resolver' has 1 thread (pool fixed) for tasks that block ('resolver'): "
                        + "while one event waits for its answer, all others wait. "
                        + "Use as many threads as events arrive per second times the seconds that an answer takes");
    }

    @Test
    void threadsThatEnterTheFlowMustNotBeKeptWaitingByATaskThatBlocks() {
        CallingThreadsAdvisor advisor = new CallingThreadsAdvisor();

        assertThat(advisor.warnings(without("parser"))).isEmpty();
        assertThat(advisor.warnings(without("resolver")))
                .containsExactly(
                        "slot 'resolver' is empty: tasks that block ('resolver') run on the threads that enter the"
                                + " flow, and keep them waiting for each answer. Add a join with several threads to slot"
                                + " 'resolver'");
    }

    @Test
    void threadsThatCallAContinuationMustNotBeKeptWaitingByATaskThatBlocks() {
        try (Flow<String, String> callbacks = Flows.<String>create("callbacks")
                .join(JoinSettings.fixed(2))
                .<String>bind((order, back) -> back.complete(order), "sender")
                .noJoin()
                .mapSynchronizedRemote((String order) -> order, "archiver")
                .noJoin()
                .mapSynchronizedRemote((String order) -> order, "notifier")
                .build()) {
            manager.register(callbacks);

            assertThat(new CallingThreadsAdvisor()
                            .warnings(manager.flow("callbacks").topology()))
                    .singleElement()
                    .asString()
                    .startsWith("slot 'archiver' is empty: tasks that block ('archiver', 'notifier') "
                            + "run on the threads that call the continuation of 'sender'");
        }
    }

    @Test
    void severalThreadsInPlaceOfOneLoseTheOrder() {
        OrderAdvisor advisor = new OrderAdvisor();
        Topology before = present();

        assertThat(advisor.warnings(before, with("parser", JoinSettings.fixed(4))))
                .containsExactly(
                        "slot 'parser' gets 4 threads instead of one: from 'parser' on, events may overtake each"
                                + " other. If their order matters, keep one thread");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aKeyedPoolInPlaceOfOneThreadLosesTheOrder(int threads) {
        try (Flow<String, String> byKey = keyed(JoinSettings.single())) {
            manager.register(byKey);
            Topology before = manager.flow("by-key").topology();
            manager.change(ChangeRequest.put("by-key", "account", JoinSettings.keyed(threads)));

            assertThat(new OrderAdvisor()
                            .warnings(before, manager.flow("by-key").topology()))
                    .containsExactly(
                            "slot 'account' gets a keyed pool, which keeps the order of each key only: from 'account'"
                                    + " on, events of different keys may overtake each other. If their order matters, use"
                                    + " a single pool");
        }
    }

    @Test
    void moreThreadsOfAKeyedPoolLoseNoOrder() {
        try (Flow<String, String> byKey = keyed(JoinSettings.keyed(1))) {
            manager.register(byKey);
            Topology before = manager.flow("by-key").topology();
            manager.change(ChangeRequest.put("by-key", "account", JoinSettings.keyed(2)));

            assertThat(new OrderAdvisor()
                            .warnings(before, manager.flow("by-key").topology()))
                    .isEmpty();
        }
    }

    private static final class Account implements KeyedTask<String, String> {

        @Override
        public Object key(String order) {
            return order;
        }

        @Override
        public String apply(String order) {
            return order;
        }
    }

    private static Flow<String, String> keyed(JoinSettings join) {
        return Flows.<String>create("by-key")
                .join(join)
                .mapKeyed(new Account(), "account")
                .build();
    }

    @Test
    void aJoinWithSeveralThreadsWithinAStageWithOneLosesTheOrder() {
        OrderAdvisor advisor = new OrderAdvisor();
        Topology before = present();

        assertThat(advisor.warnings(before, with("checker", JoinSettings.fixed(2))))
                .singleElement()
                .asString()
                .startsWith("slot 'checker' gets 2 threads instead of one: from 'checker' on");
    }

    @Test
    void moreThreadsLoseNoOrderWhereEventsHaveLostItBefore() {
        with("sender", JoinSettings.fixed(1));
        OrderAdvisor advisor = new OrderAdvisor();
        Topology before = present();

        assertThat(advisor.warnings(before, with("sender", JoinSettings.fixed(3))))
                .isEmpty();
    }

    /** The present layout with another slot. */
    private Topology planned(String slot, @Nullable JoinSettings join) {
        return planned(slot, join, present().placement());
    }

    private Topology planned(String slot, @Nullable JoinSettings join, Placement placement) {
        Topology now = present();
        List<@Nullable JoinSettings> slots = new ArrayList<>(now.slots());
        slots.set(now.components().stream().map(Component::name).toList().indexOf(slot), join);
        return new Topology(
                now.flow(),
                now.state(),
                now.version(),
                now.components(),
                slots,
                now.deliveries(),
                now.stages(),
                now.transactions(),
                placement,
                null,
                false,
                null);
    }

    @Test
    void eventsThatAreNotStoredAnyMoreDoNotSurviveTheProcess() {
        DurabilityAdvisor advisor = new DurabilityAdvisor();
        JoinSettings durable = JoinSettings.fixed(4).queue(QueueKind.DURABLE);
        Topology before = planned("resolver", durable);

        assertThat(advisor.warnings(before, planned("resolver", JoinSettings.fixed(4))))
                .containsExactly(
                        "slot 'resolver' is not durable any more: new events here no longer survive the end of the"
                                + " process. If they must, leave queue: durable");
        assertThat(advisor.warnings(before, planned("resolver", null))).hasSize(1);
        assertThat(advisor.warnings(before, planned("resolver", durable.threads(8))))
                .isEmpty();
        assertThat(advisor.warnings(present(), before)).isEmpty();
    }

    @Test
    void whatIsStoredForAnotherNodeSurvivesOrNotThere() {
        List<@Nullable String> nodes = Arrays.asList(null, null, "core", null, null);
        Placement placement = Placement.ofNodes(nodes, List.of("edge"));
        Topology before = planned("resolver", JoinSettings.fixed(4).queue(QueueKind.REMOTE), placement);
        Topology after = planned("resolver", JoinSettings.fixed(4), placement);

        assertThat(new DurabilityAdvisor().warnings(before, after)).isEmpty();
    }

    @Test
    void oneThreadInPlaceOfSeveralLosesNoOrder() {
        OrderAdvisor advisor = new OrderAdvisor();
        Topology before = with("parser", JoinSettings.fixed(4));

        assertThat(advisor.warnings(before, with("parser", JoinSettings.single())))
                .isEmpty();
        assertThat(advisor.warnings(before, without("parser"))).isEmpty();
    }
}
