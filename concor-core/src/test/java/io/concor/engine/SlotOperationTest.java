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
        void begin() {}

        @Override
        void settle() {
            make("settle");
        }

        @Override
        void unseal() {
            if (slot == 2) {
                throw new OutOfMemoryError("unseal failed in slot 2");
            }
        }

        @Override
        void revert() {
            make("revert");
        }
    }

    @Test
    void isDoneAlsoBehindOneThatFailsAndTheFirstFailureIsThrown() {
        assertThatThrownBy(() -> SlotOperation.each(steps, SlotOperation::settle))
                .hasMessage("settle failed in slot 1");

        assertThat(done).containsExactly("settle 0", "settle 2");
    }

    @Test
    void isRevertedAlsoWhereItsSealCannotBeTakenBack() {
        assertThatThrownBy(() -> SlotOperation.each(steps, SlotOperation::takeBack))
                .hasMessage("revert failed in slot 1");

        assertThat(done).containsExactly("revert 0", "revert 2");
    }
}
