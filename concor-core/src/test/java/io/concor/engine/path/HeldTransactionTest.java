package io.concor.engine.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.concor.Transaction;
import io.concor.engine.measure.FlowRecorder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldTransactionTest {

    private final List<String> calls = new ArrayList<>();

    /** Cannot be attached. */
    private final class Immovable implements Transaction {

        @Override
        public void detach() {}

        @Override
        public void attach() {
            throw new IllegalStateException("on purpose");
        }

        @Override
        public void commit() {}

        @Override
        public void rollback() {
            calls.add("rollback");
        }
    }

    @Test
    void isRolledBackOnceByAStopAlsoIfItCannotBeAttached() throws Throwable {
        HeldTransaction held = HeldTransaction.begin(Immovable::new, 0, new FlowRecorder(1));
        held.detach();

        assertThatIllegalStateException().isThrownBy(held::rollBackIfDetached);
        held.attach();
        held.rollback();

        assertThat(calls).containsExactly("rollback");
    }

    @Test
    void isLeftToTheThreadThatHoldsIt() throws Throwable {
        HeldTransaction held = HeldTransaction.begin(Immovable::new, 0, new FlowRecorder(1));

        held.rollBackIfDetached();

        assertThat(calls).isEmpty();
    }
}
