package io.concor.diagnosis.situation;

import static io.concor.diagnosis.SituationBuilder.level;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.StackProfileBuilder;
import io.concor.diagnosis.cause.CauseRules;
import io.concor.diagnosis.cause.Finding;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.verdict.Cause;
import org.junit.jupiter.api.Test;

/** Where a flow is limited. */
class BottleneckTest {

    /** The small ring is the last one; it fills those before it. */
    @Test
    void namesTheMostDownstreamOfSeveralFullRings() {
        SituationBuilder three = SituationBuilder.of(100)
                .refused(50)
                .filled("first", TaskKind.SIMPLE, JoinSettings.fixed(2), 0.3)
                .blocked(0.6)
                .filled("second", TaskKind.SIMPLE, JoinSettings.fixed(2), 0.6)
                .blocked(0.4)
                .filled("third", TaskKind.SIMPLE, JoinSettings.fixed(2), 0.7);
        Finding finding = CauseRules.check(three.build()).get(0);

        assertThat(finding.cause()).isEqualTo(Cause.RING);
        assertThat(finding.component()).isEqualTo(2);
        assertThat(finding.evidence())
                .filteredOn(figure -> figure.signal().equals("slot.blocked.before"))
                .singleElement()
                .satisfies(figure -> assertThat(figure.value()).isCloseTo(0.4, within(1e-9)));
    }

    /** Of 16 virtual threads, 10 are busy and 4 wait for room in the next ring. */
    @Test
    void virtualThreadsThatWaitForRoomAreNotFree() {
        SituationBuilder blocked = SituationBuilder.of(100)
                .refused(50)
                .virtual("remote", TaskKind.SYNCHRONIZED_REMOTE, 16, 0.62)
                .blocked(0.28)
                .queue(3);

        assertThat(blocked.build().stage(0).lacksCarriers()).isFalse();
        assertThat(blocked.blocked(0).build().stage(0).lacksCarriers()).isTrue();
    }

    /** Two threads that compute for 60 % of their time leave processors free. */
    @Test
    void threadsThatComputeForAPartOfTheirTimeMayBeTooFew() {
        SituationBuilder partly = SituationBuilder.of(100)
                .refused(50)
                .host(2, 1.3, 1.4, 0)
                .filled("price", TaskKind.SIMPLE, JoinSettings.fixed(2), 0.95, 0.57);

        assertThat(CauseRules.check(partly.build())).first().satisfies(finding -> {
            assertThat(finding.cause()).isEqualTo(Cause.TOO_FEW_THREADS);
            assertThat(finding.confidence()).isEqualTo(0.7);
        });
    }

    @Test
    void threadsThatWaitForAnotherPoolDoNotMakeAPoolThatCountsNoneTheLimit() {
        Situation twoPools = SituationBuilder.of(100)
                .refused(50)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(16), 0.6)
                .look(StackProfileBuilder.of(100).connecting(40).resting(60))
                .pool(new PoolWindow("used", null, "used", null, 10, level(10), level(0), false))
                .pool(new PoolWindow("other", null, "other", null, 3, level(3), level(30), true))
                .build();

        assertThat(twoPools.bottleneck()).isEqualTo(Bottleneck.ELSEWHERE);
    }
}
