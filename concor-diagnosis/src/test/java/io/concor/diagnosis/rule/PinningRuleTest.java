package io.concor.diagnosis.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.verdict.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinningRuleTest {

    private static List<Cause> causes(SituationBuilder builder) {
        return CauseRules.check(builder.build()).stream().map(Finding::cause).toList();
    }

    @Test
    void namesVirtualThreadsThatHoldTheirCarriers() {
        SituationBuilder pinned =
                new SituationBuilder().virtual(64).host(0.3, 0.5, 0).look(new StackProfile(0, 0, null, 1.8));

        assertThat(causes(pinned)).startsWith(Cause.PINNED_VIRTUAL_THREADS);
    }

    @Test
    void doesNotMindVirtualThreadsThatHoldACarrierNowAndThen() {
        SituationBuilder pinned =
                new SituationBuilder().virtual(64).host(0.3, 0.5, 0).look(new StackProfile(0, 0, null, 0.2));

        assertThat(causes(pinned)).doesNotContain(Cause.PINNED_VIRTUAL_THREADS);
    }
}
