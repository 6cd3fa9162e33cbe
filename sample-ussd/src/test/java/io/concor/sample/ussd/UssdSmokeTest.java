package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.sample.Dashboard;
import io.concor.test.FlowTester;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

class UssdSmokeTest extends UssdContract {

    private static final String PRESETS = "/actuator/concorpresets/ussd";

    @AfterEach
    void everyRequestEndsAndNoReferenceLeaks(@Autowired Flow<?, ?> flow) {
        letGo();
        try (FlowTester tester = FlowTester.of(flow)) {
            assertThat(tester.awaitIdle()).hasNoLeaks();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"parallel", "production"})
    void takesEachPresetOfTheRepositoryAsItsLayout(String preset) {
        assertThat(server.get(PRESETS).body()).contains("\"" + preset + "\"");
        assertThat(server.post(PRESETS + "/" + preset + "/apply", "{\"dryRun\":true}"))
                .returns(200, answer -> answer.statusCode());
    }

    @Test
    void refusesMoreThanOneThreadForTheSessions() {
        assertThat(server.post("/actuator/concorslots/ussd/session-manager", "{\"pool\":\"fixed\",\"threads\":4}"))
                .returns(400, answer -> answer.statusCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"grafana.json", "../docs/grafana.json"})
    void hasEveryMeterThatADashboardShows(String file) throws IOException {
        Dashboard dashboard = Dashboard.read(file);
        OPERATOR.answerWith(500);

        assertThat(server.send("dashboard", "*100#").statusCode()).isEqualTo(202);

        dashboard.isFilledBy(() -> server.get("/actuator/prometheus").body(), "ussd");
    }
}
