package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignThreadsTest {

    private final ContextPool contexts = new ContextPool(2, false);
    private final ForeignThreads threads = new ForeignThreads(contexts);
    private final Context context = contexts.all()[1];

    @Test
    void areThoseThatRunAComponent() {
        threads.enter(context);
        context.at(0);

        assertThat(context.isRunBy(Thread.currentThread())).isTrue();
        assertThat(context.isRunBy(new Thread("another"))).isFalse();
        assertThat(threads.all()).containsExactly(Thread.currentThread());
    }

    @Test
    void endWithTheEvent() {
        threads.enter(context);
        context.at(0);
        context.clear();

        assertNone();
    }

    @Test
    void leaveWithAnEventThatIsGivenAway() {
        threads.enter(context);
        context.at(0);
        threads.leave(context);

        assertNone();
    }

    private void assertNone() {
        assertThat(context.isRunBy(Thread.currentThread())).isFalse();
        assertThat(context.isOnForeignThread()).isFalse();
        assertThat(threads.all()).isEmpty();
    }
}
