package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.diagnosis.StackProfileBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CloserLookTest {

    private static final long PAUSE = Duration.ofSeconds(30).toNanos();

    private final Queue<Runnable> looks = new ArrayDeque<>();
    private final CloserLook look = new CloserLook(looks::add);

    @AfterEach
    void clearInterrupt() {
        Thread.interrupted();
    }

    private void at(int slot, long nanos) {
        look.at(slot, false, List::of, nanos);
    }

    /** An interrupted look ends at once. */
    private void run() {
        Thread.currentThread().interrupt();
        looks.remove().run();
        Thread.interrupted();
    }

    @Test
    void showsWhatWasSeenAtASlotForThirtySeconds() {
        at(1, 0);
        assertThat(look.isRunning()).isTrue();
        assertThat(look.of(() -> 1, 0)).isEmpty();

        run();

        assertThat(look.isRunning()).isFalse();
        assertThat(look.of(() -> 1, PAUSE - 1))
                .contains(StackProfileBuilder.of(0).build());
        assertThat(look.of(() -> 1, PAUSE)).isEmpty();
        assertThat(look.of(() -> 2, 0)).as("another slot").isEmpty();
    }

    @Test
    void isNotUnderWayIfNoThreadCouldBeStarted() {
        CloserLook failing = new CloserLook(action -> {
            throw new OutOfMemoryError("unable to create native thread");
        });

        assertThatThrownBy(() -> failing.at(1, false, List::of, 0)).isInstanceOf(OutOfMemoryError.class);

        assertThat(failing.isRunning()).isFalse();
    }

    @Test
    void isNotRepeatedWithinThirtySeconds() {
        at(1, 0);
        run();
        at(1, PAUSE - 1);
        at(2, PAUSE - 1);
        assertThat(looks).isEmpty();

        at(2, PAUSE);

        assertThat(looks).hasSize(1);
    }

    @Test
    void isNotRepeatedWithinFiftySecondsAtVirtualThreads() {
        long pause = Duration.ofSeconds(50).toNanos();
        look.at(1, true, List::of, 0);
        run();
        look.at(1, true, List::of, pause - 1);
        assertThat(looks).isEmpty();

        look.at(1, true, List::of, pause);

        assertThat(looks).hasSize(1);
    }

    @Test
    void showsWhatWasSeenBeforeWhileItLooksAgain() {
        at(1, 0);
        run();

        at(1, PAUSE);

        assertThat(look.isRunning()).isTrue();
        assertThat(look.of(() -> 1, PAUSE)).isPresent();
        assertThat(look.of(() -> 2, PAUSE)).as("another slot").isEmpty();
    }

    @Test
    void showsNothingThatWasSeenBeforeItForgot() {
        at(1, 0);
        run();
        look.forget();
        assertThat(look.of(() -> 1, 1)).isEmpty();

        at(1, 1);
        look.forget();
        run();

        assertThat(look.of(() -> 1, 2)).as("begun before").isEmpty();
        at(1, 2);
        run();
        assertThat(look.of(() -> 1, 2)).isPresent();
    }

    @Test
    void doesNotBeginWhileOneIsUnderWay() {
        at(1, 0);
        at(1, PAUSE);

        assertThat(looks).hasSize(1);
    }

    @Test
    void endsIfThreadsCannotBeRead() {
        look.at(
                1,
                false,
                () -> {
                    throw new IllegalStateException("planted");
                },
                0);
        run();

        assertThat(look.isRunning()).isFalse();
        assertThat(look.of(() -> 1, 1)).isEmpty();
    }
}
