package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.manage.Manager;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.ActiveProfiles;

@ActiveProfiles({"tour", "plain"})
@Tag("full")
class PlainUssdSmokeTest extends UssdContract {

    @Test
    void runsNoFlow(@Autowired Manager manager) {
        assertThat(manager.summaries()).isEmpty();
    }
}
