package io.concor.layout;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.RefusedException.Reason;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RefusalsTest {

    private static final Refusals REFUSALS = new Refusals(1, 20, 300, 4_000, 50_000, 600_000);

    @Test
    void totalIsTheSumOfAllReasons() {
        assertThat(REFUSALS.total()).isEqualTo(654_321);
        assertThat(Arrays.stream(Reason.values()).mapToLong(REFUSALS::count).sum())
                .isEqualTo(REFUSALS.total());
    }

    @Test
    void overloadIsWhatAFullFlowRefused() {
        assertThat(REFUSALS.overload()).isEqualTo(new Refusals(1, 20, 0, 0, 50_000, 0));
    }

    @Test
    void differsFromAnEarlierCountByReason() {
        assertThat(REFUSALS.since(new Refusals(1, 1, 1, 1, 1, 1)))
                .isEqualTo(new Refusals(0, 19, 299, 3_999, 49_999, 599_999));
    }

    @Test
    void namesOnlyTheReasonsThatOccurred() {
        assertThat(new Refusals(990, 13, 0, 0, 2, 0).inWords()).isEqualTo("990 full, 13 timeout, 2 own-thread");
        assertThat(Refusals.NONE.inWords()).isEmpty();
    }
}
