package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"tour", "plain"})
@Tag("full")
class PlainMoFlowSmokeTest extends MoFlowContract {

    @Autowired
    PlainMoFlow plain;

    @Override
    long inFlight() {
        return plain.inFlight();
    }

    @Test
    void runsNoFlow(@Autowired Manager manager) {
        assertThat(manager.summaries()).isEmpty();
    }
}
