package io.concor.diagnosis.autopilot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.autopilot.AutopilotStatus.State;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** What the autopilot may do by its mode, and after persons have changed the layout. */
class AutopilotModeTest extends AutopilotStateFixture {

    @Test
    void triesWhatItHasAdvisedAsSoonAsItMay() {
        machine.settings(settings -> settings.mode(AutopilotMode.ADVISE));
        assertThat(choose(plan())).isEmpty();
        assertThat(seconds(120, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        machine.settings(settings -> settings);
        assertThat(second(LIMITED, overloaded())).as("the same settings").isEqualTo(Action.None.NONE);

        machine.settings(settings -> settings.mode(AutopilotMode.AUTO));

        Action next = second(LIMITED, overloaded());
        assertThat(next).isInstanceOf(Action.Plan.class);
        assertThat(choose(((Action.Plan) next).request())).isPresent();
    }

    @Test
    void adviceIsRecordedAndNothingTried() {
        machine.settings(settings -> settings.mode(AutopilotMode.ADVISE));

        assertThat(choose(plan())).isEmpty();

        assertThat(machine.status().decisions()).hasSize(1);
        assertThat(machine.status().decisions().get(0).outcome()).isNull();
        assertThat(state()).isEqualTo(State.STEADY);
        assertThat(seconds(599, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
    }

    @Test
    void computesNothingWhenOff() {
        machine.settings(settings -> settings.mode(AutopilotMode.OFF));

        assertThat(seconds(60, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
    }

    @Test
    void takesBackItsTrialWhenSwitchedOff() {
        trial();
        machine.settings(settings -> settings.mode(AutopilotMode.OFF));

        assertThat(second(LIMITED, situation(790, 0, 0.7, 2))).isInstanceOf(Action.TakeBack.class);
    }

    @Test
    void switchingItOffAndOnEndsAPauseAtOnce() {
        machine.overruled("The layout was changed by mary.", null, now);

        machine.settings(settings -> settings.mode(AutopilotMode.OFF));
        assertThat(machine.status().reason()).isEqualTo("The autopilot is off.");
        machine.settings(settings -> settings.mode(AutopilotMode.AUTO));

        assertThat(state()).isEqualTo(State.STEADY);
        assertThat(machine.status().until()).isNull();
        assertThat(seconds(3, LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void aPersonsChangeEndsTheTrialAndPauses() {
        Trial trial = trial();

        machine.overruled("The layout was changed by mary.", null, now);

        assertThat(state()).isEqualTo(State.PAUSED);
        assertThat(result()).isEqualTo(Result.SUPERSEDED);
        machine.ended(trial, Result.CONFIRMED, "It helped.", false, now);
        assertThat(state()).isEqualTo(State.PAUSED);
        assertThat(seconds(299, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void aPersonsTrialPausesUntilItsEnd() {
        Instant end = now.plusSeconds(600);

        machine.overruled("The layout was changed by mary.", end, now);

        assertThat(machine.status().until()).isEqualTo(end);
        assertThat(seconds(599, LIMITED, overloaded())).isEqualTo(Action.None.NONE);
        assertThat(second(LIMITED, overloaded())).isInstanceOf(Action.Plan.class);
    }

    @Test
    void aPersonsChangeMakesAPlanVoid() {
        PlanRequest request = plan();

        machine.overruled("The layout was changed by mary.", null, now);

        assertThat(choose(request)).isEmpty();
        assertThat(state()).isEqualTo(State.PAUSED);
    }
}
