package io.concor.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.TaskKind;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckedTasksTest {

    private final Findings findings = new Findings();
    private final CallbackClient client = new CallbackClient();
    private final CheckedTasks tasks =
            new CheckedTasks(new FaultInjector(1), findings, client, Duration.ofSeconds(1), true, 0);
    private final FlowBuilder<SoakEvent, SoakEvent> flow = Flows.create("checked");

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void findsAnEventThatIsHandledTwice() throws Throwable {
        CheckedTask task = tasks.singleThreaded(0);
        SoakEvent event = new SoakEvent(0);
        task.apply(event);
        task.apply(event);
        assertThat(findings.first())
                .containsExactly("event 0 came after event 0", "event 0 reached component 0 instead of 1");
    }

    @Test
    void findsAnEventThatSkipsAComponent() throws Throwable {
        tasks.append(flow, TaskKind.SIMPLE);
        tasks.singleThreaded(1).apply(new SoakEvent(0));
        assertThat(findings.first()).containsExactly("event 0 reached component 1 instead of 0");
    }

    @Test
    void letsAnEventWithAValueSkipCatchComponents() throws Throwable {
        tasks.append(flow, TaskKind.CATCH);
        tasks.singleThreaded(1).apply(new SoakEvent(0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void findsAnEventThatWasOvertaken() throws Throwable {
        CheckedTask task = tasks.singleThreaded(0);
        task.apply(new SoakEvent(2));
        task.apply(new SoakEvent(1));
        assertThat(findings.first()).containsExactly("event 1 came after event 2");
    }

    @Test
    void findsASingleThreadedTaskThatOverlapsWithItself() throws Throwable {
        ExclusiveTask[] task = new ExclusiveTask[1];
        task[0] = new ExclusiveTask(
                event -> event.number() == 0 ? task[0].apply(new SoakEvent(1)) : event, false, findings);
        task[0].apply(new SoakEvent(0));
        assertThat(findings.first()).containsExactly("an exclusive task overlapped with itself at event 1");
    }

    @Test
    void findsAnUnguardedTaskThatOverlapsWithItself() throws Throwable {
        UnguardedTask[] task = new UnguardedTask[1];
        task[0] =
                new UnguardedTask(event -> event.number() == 0 ? task[0].apply(new SoakEvent(1)) : event, 2, findings);
        task[0].apply(new SoakEvent(0));
        task[0].verify();
        assertThat(findings.first())
                .containsExactly("of 2 calls of a single-threaded task only 1 saw what the call before had written");
    }

    @Test
    void findsNothingInAnUnguardedTaskWhoseCallsSeeEachOther() throws Throwable {
        UnguardedTask task = new UnguardedTask(event -> event, 2, findings);
        task.apply(new SoakEvent(0));
        task.apply(new SoakEvent(SoakEvent.UNKNOWN));
        task.apply(new SoakEvent(1));
        task.verify();
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void injectsTheSameFaultsForTheSameSeed() {
        FaultInjector once = new FaultInjector(5);
        FaultInjector again = new FaultInjector(5);
        for (int number = 0; number < 20_000; number++) {
            assertThat(once.inTransition(new SoakEvent(number), 3))
                    .isEqualTo(again.inTransition(new SoakEvent(number), 3));
        }
        assertThat(once.counts()).isEqualTo(again.counts());
        assertThat(once.counts().get(FaultKind.NEVER)).isPositive();
    }
}
