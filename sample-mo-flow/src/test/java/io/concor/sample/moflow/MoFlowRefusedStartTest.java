package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.RefusedStartContract;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

class MoFlowRefusedStartTest extends RefusedStartContract {

    MoFlowRefusedStartTest() {
        super(MoFlowApplication.class, "--mo-flow.applications.base-url=http://localhost");
    }

    @Test
    void requiresTheUrlOfTheApplicationsExceptInTheTour(CapturedOutput output) {
        assertThatThrownBy(() -> start("production")).isNotNull();

        assertThat(output)
                .contains(
                        "APPLICATION FAILED TO START",
                        "mo-flow.applications.base-url is missing",
                        "MOFLOW_APPLICATIONS_BASEURL");
    }
}
