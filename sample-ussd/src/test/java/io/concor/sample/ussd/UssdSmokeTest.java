package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.LeakCheck;
import io.concor.manage.Manager;
import io.concor.sample.Dashboard;
import io.concor.statistics.Leaks;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

class UssdSmokeTest extends UssdContract {

    private static final String PRESETS = "/actuator/concorpresets/ussd";

    @AfterEach
    void everyRequestEndsAndNoReferenceLeaks(@Autowired Manager manager) {
        letGo();
        await("the end of every request").until(() -> manager.summary("ussd").inFlight() == 0);
        assertThat(manager.leaks("ussd")).isEqualTo(new Leaks(LeakCheck.FAIL, List.of()));
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
