package io.concor.diagnosis.cause;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.verdict.Cause;
import java.util.List;
import org.junit.jupiter.api.Test;

class PinnedVirtualThreadsTest {

    private static SituationBuilder pinned(double carriers) {
        return virtual(1).host(2, 0.3, 0.5, 0).look(StackProfileBuilder.of(0).pinned(carriers));
    }

    private static SituationBuilder virtual(double busy) {
        return SituationBuilder.of(100)
                .refused(10)
                .inFlight(64, 64)
                .filled("task", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.virtual(64), busy, busy / 20);
    }

    private static SituationBuilder withoutCarriers(double carriers) {
        return virtual(2 / 64.0).queue(30).look(StackProfileBuilder.of(0).pinned(carriers));
    }

    private static List<Cause> causes(SituationBuilder builder) {
        return CauseRules.check(builder.build()).stream().map(Finding::cause).toList();
    }

    @Test
    void namesVirtualThreadsThatHoldTheirCarriers() {
        assertThat(causes(pinned(1.8))).startsWith(Cause.PINNED_VIRTUAL_THREADS);
    }

    @Test
    void namesThreadsThatKeepTheirCarriersFromOneEventToTheNext() {
        assertThat(causes(withoutCarriers(1.8).host(2, 0.3, 0.5, 0))).containsExactly(Cause.PINNED_VIRTUAL_THREADS);
    }

    @Test
    void namesTheTaskThatHoldsTheCarriersRatherThanWhereThreadsWaitForOne() {
        SituationBuilder parked = withoutCarriers(1.8)
                .host(2, 0.3, 0.5, 0)
                .empty("sender", TaskKind.TRANSITION)
                .running(9);

        Finding first = CauseRules.check(parked.build()).get(0);

        assertThat(first.cause()).isEqualTo(Cause.PINNED_VIRTUAL_THREADS);
        assertThat(first.summary())
                .isEqualTo("Virtual threads hold 90 % of the carrier threads while they wait, mostly in 'task'.");
    }

    @Test
    void blamesTheProcessorsIfTheyAreWhatCarriersWaitFor() {
        assertThat(causes(withoutCarriers(0).host(2, 1.95, 2, 0))).startsWith(Cause.CPU);
        assertThat(causes(withoutCarriers(0).host(2, 0.3, 2, 0))).startsWith(Cause.NOISY_NEIGHBOUR);
    }

    @Test
    void doesNotMindVirtualThreadsThatHoldACarrierNowAndThen() {
        assertThat(causes(pinned(0.2))).doesNotContain(Cause.PINNED_VIRTUAL_THREADS);
    }
}
