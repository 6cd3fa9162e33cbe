package io.concor.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What is done with the steps of a change where a step fails that should not. */
class SlotOperationTest {

    private final List<String> done = new ArrayList<>();
    private final List<SlotOperation> steps =
            IntStream.range(0, 4).<SlotOperation>mapToObj(Failing::new).toList();

    /** Those in slots of an odd number fail. */
    private final class Failing extends SlotOperation {

        Failing(int slot) {
            super(slot);
        }

        private void make(String what) {
            if (slot % 2 == 1) {
                throw new IllegalStateException(what + " failed in slot " + slot);
            }
            done.add(what + " " + slot);
        }

        @Override
        void prepare() {}

        @Override
        void activate() {
            make("activate");
        }

        @Override
        void unseal() {
            if (slot == 2) {
                throw new OutOfMemoryError("unseal failed in slot 2");
            }
        }

        @Override
        void rollBack() {
            make("rollBack");
        }
    }

    @Test
    void isDoneAlsoAfterOneThatFailsAndTheFirstFailureIsThrown() {
        assertThatThrownBy(() -> SlotOperation.forEach(steps, SlotOperation::activate))
                .hasMessage("activate failed in slot 1");

        assertThat(done).containsExactly("activate 0", "activate 2");
    }

    @Test
    void isRevertedAlsoIfItsSealCannotBeUndone() {
        assertThatThrownBy(() -> SlotOperation.forEach(steps, SlotOperation::abort))
                .hasMessage("rollBack failed in slot 1");

        assertThat(done).containsExactly("rollBack 0", "rollBack 2");
    }
}
