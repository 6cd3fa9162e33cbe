package io.concor.benchmarks.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TasksTest {

    private final Findings findings = new Findings();
    private final Callbacks callbacks = new Callbacks();
    private final Tasks tasks = new Tasks(new Faults(1), findings, callbacks, Duration.ofSeconds(1));

    @AfterEach
    void end() {
        callbacks.close();
    }

    @Test
    void findsAnEventThatIsHandledTwice() throws Throwable {
        CriticalSection task = tasks.critical();
        Event event = new Event(0);
        task.apply(event);
        task.apply(event);
        assertThat(findings.first()).containsExactly("event 0 was at component 0 when 1 was due");
    }

    @Test
    void findsAnEventThatLeavesAComponentOut() throws Throwable {
        tasks.simple();
        tasks.critical().apply(new Event(0));
        assertThat(findings.first()).containsExactly("event 0 was at component 1 when 0 was due");
    }

    @Test
    void letsAnEventWithAValuePassByWhatMeetsErrors() throws Throwable {
        tasks.rescue();
        tasks.critical().apply(new Event(0));
        assertThat(findings.first()).isEmpty();
    }

    @Test
    void findsAnEventThatWasOvertaken() throws Throwable {
        CriticalSection task = tasks.ordered();
        task.apply(new Event(2));
        task.apply(new Event(1));
        assertThat(findings.first()).containsExactly("event 1 came behind event 2");
    }

    @Test
    void findsASingleThreadedTaskThatMeetsItself() throws Throwable {
        CriticalSection[] task = new CriticalSection[1];
        task[0] = new CriticalSection(
                event -> event.number() == 0 ? task[0].apply(new Event(1)) : event, false, findings);
        task[0].apply(new Event(0));
        assertThat(findings.first()).containsExactly("a single-threaded task met itself at event 1");
    }

    @Test
    void injectsTheSameFaultsForTheSameSeed() {
        Faults once = new Faults(5);
        Faults again = new Faults(5);
        for (int number = 0; number < 20_000; number++) {
            assertThat(once.crossing(new Event(number), 3)).isEqualTo(again.crossing(new Event(number), 3));
        }
        assertThat(once.counts()).isEqualTo(again.counts());
        assertThat(once.counts().get(Fault.NEVER)).isPositive();
    }
}
