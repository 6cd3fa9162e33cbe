package io.concor.autoconfigure.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.TaskKind;
import io.concor.layout.Refusals;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowSecond.SlotSecond;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.FlowStatistics.ComponentFigures;
import io.concor.statistics.FlowStatistics.LatencyDistribution;
import io.concor.statistics.FlowStatistics.Period;
import io.concor.statistics.FlowStatistics.SlotFigures;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RequiredThreadsAdvisorTests {

    private static final Period IDLE = period(0, 0, 0);
    private static final IntToLongFunction NO_QUEUE = second -> 0;

    private final Manager manager = new Manager();
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .join(JoinSettings.single())
            .map((String order) -> order, "parser")
            .join(JoinSettings.fixed(4))
            .mapSynchronizedRemote((String order) -> order, "resolver")
            .noJoin()
            .map((String order) -> order, "checker")
            .join(JoinSettings.fixed(2))
            .<String>bind((order, back) -> back.complete(order), "sender")
            .build();

    private final Topology before;
    private List<FlowSecond> seconds = List.of();
    private OptionalInt connections = OptionalInt.empty();

    RequiredThreadsAdvisorTests() {
        manager.register(flow);
        this.before = manager.flow("orders").topology();
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private Topology threads(int threads) {
        manager.change(ChangeRequest.put("orders", "resolver", JoinSettings.fixed(threads)));
        return manager.flow("orders").topology();
    }

    /** A period in which the resolver and the sender were measured. */
    private static Period period(long samples, double perSecond, double serviceMillis) {
        LatencyDistribution service =
                new LatencyDistribution(samples, serviceMillis * 1_000, 0, 0, 0, serviceMillis * 1_000);
        LatencyDistribution none = new LatencyDistribution(samples, 0, 0, 0, 0, 0);
        List<ComponentFigures> components = List.of(
                new ComponentFigures("parser", TaskKind.SIMPLE, 0, 0, LatencyDistribution.NONE),
                new ComponentFigures("resolver", TaskKind.SYNCHRONIZED_REMOTE, 0, 0, service),
                new ComponentFigures("checker", TaskKind.SIMPLE, 0, 0, none),
                new ComponentFigures("sender", TaskKind.TRANSITION, 0, 0, service));
        return new Period(
                10,
                0,
                0,
                refused((long) (10 * perSecond)),
                0,
                LatencyDistribution.NONE,
                components,
                List.of(),
                List.of());
    }

    private static Refusals refused(long events) {
        return new Refusals(events, 0, 0, 0, 0, 0);
    }

    private List<String> warnings(Period window, Period sinceStart, Topology planned) {
        return new RequiredThreadsAdvisor(
                        name -> new FlowStatistics(name, Sampling.DEFAULT, 0, window, sinceStart, List.of()),
                        name -> seconds,
                        name -> connections)
                .warnings(before, planned);
    }

    private List<String> warnings(Period window, Topology planned) {
        return warnings(window, IDLE, planned);
    }

    /** Ten seconds in which the threads of the resolver were busy for a share of their time. */
    private void resolver(double busy, IntToLongFunction queue) {
        seconds = seconds(before.version(), busy, queue);
    }

    private static List<FlowSecond> seconds(long version, double busy, IntToLongFunction queue) {
        return IntStream.range(0, 10)
                .mapToObj(second -> new FlowSecond(
                        Instant.EPOCH.plusSeconds(second),
                        1,
                        0,
                        0,
                        0,
                        0,
                        LatencyDistribution.NONE,
                        version,
                        false,
                        List.of(new SlotSecond("resolver", queue.applyAsLong(second), busy, 0))))
                .toList();
    }

    @Test
    void fewerThreadsThanArrivalRateTimesServiceTimeAreTooFew() {
        Period window = period(40, 120, 34);

        assertThat(warnings(window, threads(5))).isEmpty();
        assertThat(warnings(window, threads(4)))
                .containsExactly(
                        "slot 'resolver' has 4 threads, but 120.0 events/s of 34.0 ms each keep 4.1 threads busy (40 samples in the last ten seconds): its queue grows. "
                                + "Use at least 5 threads to keep up, 6 for a utilisation of 70 %, or make its tasks faster."
                                + " If they use connections, they need as many: with fewer, the measured time contains waits for one, which more threads would only prolong");
    }

    /** 300 threads that compute on few processors need a second for what takes some milliseconds. */
    @Test
    void tasksThatComputeGetNoMoreThreadsThanThereAreProcessors() {
        LatencyDistribution crowded = new LatencyDistribution(32, 1_133_700, 0, 0, 0, 1_133_700);
        List<ComponentFigures> parser = List.of(new ComponentFigures("parser", TaskKind.SIMPLE, 0, 0, crowded));
        Period window = new Period(10, 0, 0, refused(2_720), 0, LatencyDistribution.NONE, parser, List.of(), List.of());

        assertThat(warnings(window, before))
                .containsExactly(
                        "slot 'parser' has 1 thread for tasks that compute, fewer than 272.0 events/s keep busy (32 samples in the last ten seconds): its queue grows. "
                                + String.format(
                                        Locale.ROOT,
                                        "Use %d threads, as many as there are processors, or make its tasks faster",
                                        Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void aTaskThatNeedsOneThreadGetsNoMore() {
        LatencyDistribution slow = new LatencyDistribution(32, 2_700, 0, 0, 0, 2_700);
        List<ComponentFigures> number = List.of(new ComponentFigures("number", TaskKind.SINGLE_THREADED, 0, 0, slow));
        Period window = new Period(10, 0, 0, refused(6_000), 0, LatencyDistribution.NONE, number, List.of(), List.of());
        try (Flow<String, String> bills = Flows.<String>create("bills")
                .join(JoinSettings.single())
                .mapSingleThreaded((String bill) -> bill, "number")
                .build()) {
            manager.register(bills);

            assertThat(warnings(window, manager.flow("bills").topology()))
                    .containsExactly(
                            "slot 'number' has one thread, because 'number' must run in one, but 600.0 events/s of 2.7 ms each need 1.6 (32 samples in the last ten seconds): its queue grows. "
                                    + "Make its tasks faster, or move work that does not need one thread behind a join of its own");
        }
    }

    @Test
    void noThreadsAreTooFewForATransitionWhichReturnsItsThreadAtOnce() {
        assertThat(warnings(period(40, 120, 35), threads(64))).isEmpty();
    }

    @Test
    void timesThatContainWaitsForConnectionsGiveNoWarning() {
        connections = OptionalInt.of(0);

        assertThat(warnings(period(40, 120, 34), threads(2))).isEmpty();
    }

    @Test
    void fewerThreadsThanTheConnectionsThatLimitTheFlowGiveAWarning() {
        connections = OptionalInt.of(3);

        assertThat(warnings(period(40, 120, 34), threads(3))).isEmpty();
        assertThat(warnings(period(40, 120, 34), threads(2)))
                .containsExactly(
                        "slot 'resolver' has 2 threads, fewer than the 3 connections for which events of the flow wait now: it handles still fewer events");
        connections = OptionalInt.of(5);
        assertThat(warnings(period(40, 120, 34), threads(2)))
                .as("had fewer before")
                .isEmpty();
    }

    /** They wait for processors, and their measured time contains that. */
    @Test
    void tasksThatComputeNeedNoMoreThreadsThanProcessors() {
        int processors = Runtime.getRuntime().availableProcessors();
        manager.change(ChangeRequest.put("orders", "parser", JoinSettings.fixed(processors)));
        Topology planned = manager.flow("orders").topology();
        LatencyDistribution starved = new LatencyDistribution(40, 350_000, 0, 0, 0, 350_000);
        Period busy = new Period(
                10,
                0,
                0,
                refused(1_200),
                0,
                LatencyDistribution.NONE,
                List.of(new ComponentFigures("parser", TaskKind.SIMPLE, 0, 0, starved)),
                List.of(),
                List.of());

        assertThat(warnings(busy, planned)).isEmpty();
    }

    @Test
    void fewSamplesGiveNoWarning() {
        assertThat(warnings(period(29, 120, 35), before)).isEmpty();
    }

    @Test
    void fewSamplesAreEnoughIfTheThreadsHaveRunTheseTasksForTenSeconds() {
        resolver(1, NO_QUEUE);
        Period refusing = refusing(120, 60);

        assertThat(warnings(refusing, threads(6))).isEmpty();
        assertThat(warnings(refusing, threads(5)))
                .singleElement()
                .asString()
                .contains(
                        "180.0 events/s of 33.3 ms each keep 6.0 threads busy (all events of the last ten seconds)",
                        "Use at least 6 threads");

        assertThat(warnings(refusing(2.9, 60), threads(1))).as("with 29 events").isEmpty();

        seconds = seconds.subList(1, 10);

        assertThat(warnings(refusing, threads(5))).as("after nine seconds").isEmpty();
    }

    /** The samples of a JVM that has just started may be too slow for what its threads have handled since. */
    @Test
    void sampledTasksTakeNoLongerThanTheThreadsThatHandledThemLeave() {
        assertThat(warnings(handling(120), before)).isEmpty();
        assertThat(warnings(handling(90), before))
                .singleElement()
                .asString()
                .contains("120.0 events/s of 44.4 ms each keep 5.3 threads busy");
        assertThat(warnings(handling(90), threads(5)))
                .as("with the same threads it would be as slow")
                .hasSize(1);
    }

    /** Ten seconds with slow samples in which 120 events arrived per second and the resolver's four threads handled some. */
    private static Period handling(double perSecond) {
        Period sampled = period(40, 0, 100);
        List<SlotFigures> slots = List.of(
                new SlotFigures("parser", LatencyDistribution.NONE, 120, 1, 0, null, null),
                new SlotFigures("resolver", LatencyDistribution.NONE, perSecond, 1, 0, null, null));
        return new Period(
                10, 0, 0, Refusals.NONE, perSecond, LatencyDistribution.NONE, sampled.components(), slots, List.of());
    }

    @Test
    void eventsThatTheStoppedFlowRefusedAreNoLoad() {
        resolver(1, NO_QUEUE);

        assertThat(warnings(refusing(120, new Refusals(0, 0, 600, 0, 0, 0)), threads(4)))
                .isEmpty();
    }

    private static Period refusing(double takenPerSecond, double refusedPerSecond) {
        return refusing(takenPerSecond, refused((long) (10 * refusedPerSecond)));
    }

    /** Ten seconds without samples in which the resolver's four threads were always busy. */
    private static Period refusing(double takenPerSecond, Refusals refused) {
        return new Period(
                10,
                0,
                0,
                refused,
                takenPerSecond,
                LatencyDistribution.NONE,
                List.of(),
                List.of(new SlotFigures("resolver", LatencyDistribution.NONE, takenPerSecond, 1, 0, null, null)),
                List.of());
    }

    @Test
    void rateAndServiceTimeAreThoseOfOnePeriod() {
        assertThat(warnings(period(29, 1_000, 1), period(40, 10, 35), before))
                .as("1000 events/s of the window with the 35 ms since the start would need 35 threads")
                .isEmpty();
        assertThat(warnings(period(29, 10, 1), period(40, 120, 35), before))
                .singleElement()
                .asString()
                .contains("120.0 events/s of 35.0 ms each", "40 samples since the start");
    }

    @Test
    void threadsThatKeepUpAreEnough() {
        resolver(0.89, NO_QUEUE);

        assertThat(warnings(period(40, 120, 35), before)).isEmpty();
    }

    @Test
    void busyThreadsDoNotKeepUp() {
        resolver(0.91, NO_QUEUE);

        assertThat(warnings(period(40, 120, 35), before)).hasSize(1);
    }

    @Test
    void threadsWhoseQueueGrowsDoNotKeepUp() {
        resolver(0.5, second -> 3L * second);

        assertThat(warnings(period(40, 120, 35), before)).hasSize(1);

        resolver(0.5, second -> 100 + second % 2);

        assertThat(warnings(period(40, 120, 35), before))
                .as("of a queue that goes up and down")
                .isEmpty();
    }

    @Test
    void fewerThreadsMustKeepUpWithTheWorkOfThePresentOnes() {
        resolver(0.6, NO_QUEUE);

        assertThat(warnings(period(40, 120, 35), threads(3))).isEmpty();
        assertThat(warnings(period(40, 120, 35), threads(2))).hasSize(1);
    }

    @Test
    void threadsThatAreToRunMoreComponentsAreMeasuredByTheLoad() {
        manager.change(ChangeRequest.put("orders", "checker", JoinSettings.fixed(1)));
        Topology split = manager.flow("orders").topology();
        seconds = seconds(split.version(), 0.5, NO_QUEUE);
        RequiredThreadsAdvisor advisor = new RequiredThreadsAdvisor(
                name -> new FlowStatistics(name, Sampling.DEFAULT, 0, period(40, 120, 35), IDLE, List.of()),
                name -> seconds,
                name -> OptionalInt.empty());

        assertThat(advisor.warnings(split, split)).isEmpty();
        assertThat(advisor.warnings(split, before)).hasSize(1);
    }

    @Test
    void secondsOfAnEarlierLayoutDoNotShowThatThreadsKeepUp() {
        seconds = seconds(before.version() - 1, 0.1, NO_QUEUE);

        assertThat(warnings(period(40, 120, 35), before)).hasSize(1);
    }
}
