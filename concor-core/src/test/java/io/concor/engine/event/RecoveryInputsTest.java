package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecoveryInputsTest {

    private static final Throwable BROKEN = new IllegalStateException("broken");

    private static Context failed(ContextPool contexts) {
        Context context = contexts.take();
        context.begin("event", null, 0);
        context.keepEntered("event");
        context.value("message");
        context.fail(3, BROKEN);
        return context;
    }

    @Test
    void aFlowWithoutARecoveryTaskKeepsNeitherEventNorMessage() {
        Context context = failed(new ContextPool(1, false));

        assertThat(context.event()).isNull();
        assertThat(context.takeError()).isSameAs(BROKEN);
        assertThat(context.value).isNull();
    }

    @Test
    void aFlowWithARecoveryTaskKeepsBothUntilTheEventEnds() {
        ContextPool contexts = new ContextPool(1, true);
        Context context = failed(contexts);
        assertThat(context.event()).isEqualTo("event");
        context.takeError();
        assertThat(context.value).isEqualTo("message");

        context.clear();
        contexts.give(context);

        assertThat(context.event()).isNull();
        context.failAnswered(3, BROKEN);
        context.takeError();
        assertThat(context.value).as("the message of the event before").isNull();
    }

    @Test
    void anErrorThatReplacesAnotherOneConcernsTheSameMessage() {
        Context context = failed(new ContextPool(1, true));

        context.fail(ExecutionSite.NOWHERE, new IllegalStateException("second"));
        context.takeError();

        assertThat(context.value).isEqualTo("message");
    }
}
