package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.advice.Advisor;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Advice;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class ErrorRuleTest {

    /** Of 330 events that arrive per second, all that enter wait 0.8 s for a call. */
    private static SituationBuilder failing(String type) {
        return SituationBuilder.of(320)
                .refused(10)
                .inFlight(256, 256)
                .empty("quote", TaskKind.TRANSITION)
                .pending(256)
                .errors(300)
                .throwing(type);
    }

    private static List<Cause> causes(SituationBuilder flow) {
        return CauseRules.check(flow.build()).stream().map(Finding::cause).toList();
    }

    @Test
    void namesWhatATaskWaitsForIfItsOwnTimeoutEndsMostEvents() {
        List<Finding> findings = CauseRules.check(
                failing("QuoteFailed caused by TimeoutException").build());

        assertThat(findings)
                .extracting(Finding::cause)
                .startsWith(Cause.SLOW_CALLBACK)
                .contains(Cause.DOWNSTREAM_ERRORS);
        assertThat(findings.get(0).summary())
                .isEqualTo(
                        "Calls of 'quote' exceed their timeout: 300.0 of them fail per second, most with QuoteFailed caused by TimeoutException.");
    }

    @Test
    void namesTheErrorsIfTheyAreNoTimeoutsOfACall() {
        assertThat(causes(failing("QuoteFailed caused by ConnectException"))).startsWith(Cause.DOWNSTREAM_ERRORS);
        assertThat(causes(failing("ConnectionPoolTimeoutException"))).startsWith(Cause.DOWNSTREAM_ERRORS);
    }

    @Test
    void doesNotDecideByOneTimeoutAmongOtherErrors() {
        Situation timeout = failing("TimeoutException").build();
        Observation other = failing("ConnectException").build().recent().get(0);
        Observation last = timeout.recent().get(0);

        assertThat(CauseRules.check(timeout.withWindows(List.of(other, last, other, other, last))))
                .extracting(Finding::cause)
                .startsWith(Cause.DOWNSTREAM_ERRORS);
        assertThat(CauseRules.check(timeout.withWindows(List.of(other, last, other, last, last))))
                .extracting(Finding::cause)
                .startsWith(Cause.SLOW_CALLBACK);
    }

    /** A third of the events fails there, and a sixth times out in another queue. */
    @Test
    void timeoutsElsewhereAreNoErrorsOfAComponent() {
        SituationBuilder refusing = SituationBuilder.of(100)
                .refused(20)
                .failed(45)
                .timeouts(15)
                .filled("rates", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1, 0.02)
                .errors(30)
                .timeoutErrors(0)
                .filled("bank", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 0.5, 0.02)
                .errors(15);

        assertThat(causes(refusing)).startsWith(Cause.DOWNSTREAM_ERRORS);
    }

    private static SituationBuilder timedOutRemote() {
        return SituationBuilder.of(80)
                .refused(20)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(4), 1, 0.02)
                .errors(78)
                .throwing("SocketTimeoutException");
    }

    @Test
    void namesARemoteSystemInTheSameWay() {
        Situation timeouts = timedOutRemote().build();
        Finding first = CauseRules.check(timeouts).get(0);

        assertThat(first.cause()).isEqualTo(Cause.SLOW_REMOTE);
        assertThat(new Advisor("orders", timeouts).advise(first))
                .extracting(Advice::text)
                .containsExactly("Find out why the system that 'remote' calls answers too late for its timeout.");
    }

    @Test
    void doubtsThatARemoteSystemIsSlowWhileThreadsWaitForConnections() {
        assertThat(CauseRules.check(timedOutRemote().connections(2, 2).build()))
                .filteredOn(finding -> finding.cause() == Cause.SLOW_REMOTE)
                .singleElement()
                .extracting(Finding::confidence, as(InstanceOfAssertFactories.DOUBLE))
                .isLessThan(0.5);
    }

    @Test
    void doubtsThatARemoteSystemIsSlowWhileThreadsWaitForALock() {
        StackProfileBuilder locked = StackProfileBuilder.of(100).locked(40, "com.shop.Cart.add");

        assertThat(causes(timedOutRemote().look(locked))).startsWith(Cause.LOCK).contains(Cause.SLOW_REMOTE);
    }

    @Test
    void doubtsThatTheCallIsSlowWhileTheApplicationIs() {
        assertThat(causes(failing("TimeoutException").collection(0.15)))
                .startsWith(Cause.GARBAGE_COLLECTION)
                .contains(Cause.SLOW_CALLBACK);
    }

    @Test
    void doesNotBlameWhatATaskWaitsForWhileProcessorsLack() {
        assertThat(causes(failing("TimeoutException").host(2, 1.9, 2, 12))).startsWith(Cause.CPU, Cause.SLOW_CALLBACK);
        assertThat(causes(failing("TimeoutException").host(2, 1.9, 2, 12).compiler(0.8)))
                .startsWith(Cause.CPU);
    }

    @Test
    void adviceOnTimeoutsOfATaskSaysHowManyEventsTheyKeepInside() {
        Situation timeouts = failing("TimeoutException").build();
        Finding slow = CauseRules.check(timeouts).get(0);

        assertThat(new Advisor("orders", timeouts).advise(slow))
                .extracting(Advice::text)
                .containsExactly(
                        "Find out why the continuation of 'quote' is called too late for its timeout. Each event waits there for 800 ms. At 330 per second, 264 would be inside, but max-in-flight is 256. A shorter timeout reduces refusals.");
    }
}
