package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.SituationBuilder;
import io.concor.diagnosis.situation.Situation;
import org.junit.jupiter.api.Test;

/** What the decisions of the autopilot tell. */
class AutopilotDecisionsTest extends AutopilotStateFixture {

    @Test
    void saysThatEventsMayOvertakeEachOtherIfAStageGetsSeveralThreads() {
        Situation oneThread = SituationBuilder.of(400)
                .refused(400)
                .filled("remote", TaskKind.SYNCHRONIZED_REMOTE, JoinSettings.fixed(1), 1)
                .build();
        PlanRequest request = ((Action.Plan) seconds(3, LIMITED, oneThread)).request();

        choose(request);

        assertThat(machine.status().decisions().get(0).evidence()).anySatisfy(sentence -> assertThat(sentence)
                .startsWith("From slot 'remote' on, the order of events is no longer kept"));
    }

    @Test
    void saysNothingAboutAnOrderThatWasNotKeptBefore() {
        choose(plan());

        assertThat(machine.status().decisions().get(0).evidence())
                .noneSatisfy(sentence -> assertThat(sentence).contains("order of events"));
    }

    @Test
    void keepsFiftyDecisions() {
        DecisionLog log = new DecisionLog();
        PlanRequest request = plan();
        for (int i = 0; i < 60; i++) {
            log.add(Explanation.ofNothing(request, NOTHING.orElseThrow(), now.plusSeconds(i)));
        }

        assertThat(log.newestFirst()).hasSize(50);
        assertThat(log.newestFirst().get(0).at()).isEqualTo(now.plusSeconds(59));
    }
}
