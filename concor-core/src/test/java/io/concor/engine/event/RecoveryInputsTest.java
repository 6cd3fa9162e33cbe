package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryInputsTest {

    private static final Throwable BROKEN = new IllegalStateException("broken");

    private static Context failed(boolean recovers) {
        Context context = new Context(0, recovers);
        context.begin("event", null, 0);
        context.value("message");
        context.fail(3, BROKEN);
        return context;
    }

    @Test
    void aFlowWithoutARecoveryTaskKeepsNeitherEventNorMessage() {
        Context context = failed(false);

        assertThat(context.event()).isNull();
        assertThat(context.takeError()).isSameAs(BROKEN);
        assertThat(context.value).isNull();
    }

    @Test
    void aFlowWithARecoveryTaskKeepsBothUntilTheEventEnds() {
        Context context = failed(true);
        assertThat(context.event()).isEqualTo("event");
        context.takeError();
        assertThat(context.value).isEqualTo("message");

        context.clear();

        assertThat(context.event()).isNull();
        context.failAnswered(3, BROKEN);
        context.takeError();
        assertThat(context.value).as("the message of the event before").isNull();
    }

    @Test
    void anErrorThatReplacesAnotherOneConcernsTheSameMessage() {
        Context context = failed(true);

        context.fail(ExecutionSite.NOWHERE, new IllegalStateException("second"));
        context.takeError();

        assertThat(context.value).isEqualTo("message");
    }
}
