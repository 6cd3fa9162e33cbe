package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verify;

import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mockito.ArgumentCaptor;
import org.springframework.context.support.GenericApplicationContext;

/** The alarms of a diagnosis that is not there. */
class AlarmDispatcherTests {

    private final Diagnosis diagnosis = mock(Diagnosis.class);
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final GenericApplicationContext context = new GenericApplicationContext();
    private AlarmDispatcher dispatcher;

    private final class Listener implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            heard.add("raised at " + verdict.slot());
        }

        @Override
        public void onMoved(Verdict verdict) {
            heard.add("moved to " + verdict.slot());
        }

        @Override
        public void onCleared(Verdict raised) {
            heard.add("cleared at " + raised.slot());
        }
    }

    /** Hears when an alarm is raised and cleared, and not when it moves. */
    private final class Simple implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            heard.add("raised");
        }

        @Override
        public void onCleared(Verdict raised) {
            heard.add("cleared");
        }
    }

    @BeforeEach
    void start() {
        context.registerBean(Diagnosis.class, () -> diagnosis);
        context.registerBean(Simple.class, Simple::new);
        context.registerBean(Listener.class, Listener::new);
        context.refresh();
        dispatcher = new AlarmDispatcher(
                context, 0, context.getBeanProvider(Diagnosis.class), context.getBeanProvider(AlarmListener.class));
        dispatcher.start();
    }

    @AfterEach
    void close() {
        context.close();
    }

    private AlarmListener alarms() {
        ArgumentCaptor<AlarmListener> listener = ArgumentCaptor.forClass(AlarmListener.class);
        verify(diagnosis).listen(listener.capture());
        return listener.getValue();
    }

    private static Verdict at(String slot) {
        return VerdictSamples.limited(Cause.LOCK, slot);
    }

    @Test
    void passesOnWhenAnAlarmIsRaisedMovesAndIsCleared() {
        AlarmListener alarms = alarms();

        alarms.onRaised(at("reader"));
        alarms.onMoved(at("writer"));
        alarms.onCleared(at("reader"));

        await("the end of the alarm").untilAsserted(() -> assertThat(heard)
                .containsExactly("raised", "raised at reader", "moved to writer", "cleared", "cleared at reader"));
    }

    @Test
    void listensOnceIfItIsStartedAgain() {
        dispatcher.stop();
        assertThat(dispatcher.isRunning()).isFalse();

        dispatcher.start();

        assertThat(dispatcher.isRunning()).isTrue();
        verify(diagnosis).listen(any());
    }
}
