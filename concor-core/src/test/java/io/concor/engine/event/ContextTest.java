package io.concor.engine.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.ThreadLocalCarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An event finds nothing in its context of the one before. */
class ContextTest {

    private static final Throwable BROKEN = new IllegalStateException("broken");

    private final Context context = new ContextPool(1, false).all()[0];

    private void endEvent() {
        context.clear();
        context.begin("next", null, 0);
    }

    @Test
    void noError() {
        context.fail(3, BROKEN);

        endEvent();

        assertThat(context.error).isNull();
        assertThat(context.value).isEqualTo("next");
    }

    @Test
    void noErrorThatWasCaught() {
        context.fail(3, BROKEN);
        context.takeError();

        endEvent();

        assertThat(context.caught).isFalse();
    }

    @Test
    void noTimeoutThatWasCounted() {
        context.fail(3, BROKEN);
        context.markTimeoutCounted();

        endEvent();
        context.fail(3, BROKEN);

        assertThat(context.markTimeoutCounted()).isTrue();
    }

    @Test
    void noLane() {
        context.laneChosenFor(3);

        endEvent();

        assertThat(context.hasLaneFor(3)).isFalse();
    }

    @Test
    void noThreadLocals() {
        context.keepOwn(new Unused(), "own");

        endEvent();

        assertThat(context.carrier()).isSameAs(ThreadLocalCarrier.NONE);
        assertThat(context.ownThreadLocals()).isNull();
    }

    @Test
    void noThreadLocalsButTheSameCarrierIfThereIsOneAgain() {
        ThreadLocalCarrier carrier = new Unused();
        context.keepOwn(carrier, "own");

        endEvent();
        context.keepOwn(carrier, null);

        assertThat(context.carrier()).isSameAs(carrier);
        assertThat(context.ownThreadLocals()).isNull();
    }

    @Test
    void noThreadLocalsOfAnUndoneAttempt() {
        context.keepOwn(new Unused(), "own");

        context.restart();

        assertThat(context.carrier()).isSameAs(ThreadLocalCarrier.NONE);
        assertThat(context.ownThreadLocals()).isNull();
    }

    private static final class Unused implements ThreadLocalCarrier {

        @Override
        public @Nullable Object capture() {
            throw new AssertionError("not called");
        }

        @Override
        public void restore(@Nullable Object captured) {
            throw new AssertionError("not called");
        }

        @Override
        public void clear(@Nullable Object own) {
            throw new AssertionError("not called");
        }
    }
}
