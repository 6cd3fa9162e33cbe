package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.context.TestPropertySource;

/** The autopilot over Spring MVC; a subclass repeats the tests over Spring WebFlux. */
@TestPropertySource(properties = "management.endpoint.concorautopilot.access=unrestricted")
@ExtendWith(OutputCaptureExtension.class)
class AutopilotEndpointTests extends OrderEndpointsFixture {

    private static final String ORDERS = "concorautopilot/orders";

    @Autowired
    private Autopilot autopilot;

    @AfterEach
    void reset() {
        autopilot.settings("orders", present -> AutopilotSettings.DEFAULT);
    }

    @Test
    void showsEachFlowAndOne() {
        Http.Answer one = http.get(ORDERS);

        assertThat(one.status()).isEqualTo(200);
        assertThat(one.field("flow")).isEqualTo("orders");
        assertThat(one.field("mode")).isEqualTo("advise");
        assertThat(one.field("state")).isEqualTo("steady");
        assertThat(one.field("reason")).endsWith(".");
        assertThat(one.json().path("goal").isObject()).isTrue();
        assertThat(one.json().path("decisions").isArray()).isTrue();
        assertThat(one.text()).doesNotContain("null");
        assertThat(http.get("concorautopilot").at("/flows/0/flow")).isEqualTo("orders");
        assertThat(http.getText("concorautopilot").text()).startsWith("flow    mode    p99");
        assertThat(http.getText(ORDERS).text())
                .startsWith("flow    mode    p99")
                .contains("\norders  advise  -");
    }

    @Test
    void changesModeAndGoalAndKeepsWhatIsMissing(CapturedOutput output) {
        Http.Answer both = http.post(ORDERS, "{\"mode\":\"auto\",\"p99\":\"50ms\",\"throughput\":400}");

        assertThat(both.status()).as(both.text()).isEqualTo(200);
        assertThat(both.field("mode")).isEqualTo("auto");
        assertThat(both.at("/goal/p99")).isEqualTo("50ms");
        assertThat(both.json().at("/goal/throughput").asDouble()).isEqualTo(400);
        assertThat(output)
                .contains(
                        "Flow 'orders': the autopilot is in mode auto, goal: p99 50ms, throughput 400.0; requested by");

        Http.Answer less = http.post(ORDERS, "{\"p99\":\"none\"}");
        assertThat(less.json().path("goal").has("p99")).isFalse();
        assertThat(less.json().at("/goal/throughput").asDouble()).isEqualTo(400);
        assertThat(autopilot.status("orders").settings())
                .returns(AutopilotMode.AUTO, AutopilotSettings::mode)
                .returns(new Goal(OptionalDouble.empty(), OptionalDouble.of(400)), AutopilotSettings::goal);

        Http.Answer nothing = http.post(ORDERS, "{}");
        assertThat(nothing.field("mode")).isEqualTo("auto");
        assertThat(nothing.json().path("goal")).isEqualTo(less.json().path("goal"));
        http.post(ORDERS, "{\"throughput\":\"none\",\"mode\":\"off\"}");
        assertThat(output)
                .contains(
                        "the autopilot is in mode off, goal: p99 none, throughput none; requested by an unknown user");
        assertThat(autopilot.status("orders").settings())
                .returns(AutopilotMode.OFF, AutopilotSettings::mode)
                .returns(Goal.NONE, AutopilotSettings::goal);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"mode\":\"on\"}                     | mode       | 'on' is unknown                           | off, advise or auto",
                "{\"mode\":\"AUTO\"}                   | mode       | 'AUTO' is unknown                         | off, advise or auto",
                "{\"p99\":50}                          | p99        | '50' has no unit                          | a number with a unit, such as 500ms, 60s or 5m",
                "{\"p99\":\"fast\"}                    | p99        | 'fast' is not a duration                  | a number with a unit, such as 500ms, 60s or 5m",
                "{\"p99\":\"0s\"}                      | p99        | 0s is out of bounds                       | 1us to 1d",
                "{\"p99\":\"-5ms\"}                    | p99        | -5ms is out of bounds                     | 1us to 1d",
                "{\"p99\":\"25h\"}                     | p99        | 1d 1h is out of bounds                    | 1us to 1d",
                "{\"p99\":\"999999999d\"}              | p99        | 999999999d is out of bounds               | 1us to 1d",
                "{\"throughput\":0}                    | throughput | 0.0 is out of bounds                      | above 0 and up to 10000000",
                "{\"throughput\":-1}                   | throughput | -1.0 is out of bounds                     | above 0 and up to 10000000",
                "{\"throughput\":10000001}             | throughput | 1.0000001E7 is out of bounds              | above 0 and up to 10000000",
                "{\"throughput\":\"NaN\"}              | throughput | 'NaN' is not a number                     | above 0 and up to 10000000",
                "{\"throughput\":1e12}                 | throughput | 1.0E12 is out of bounds                   | above 0 and up to 10000000",
                "{\"throughput\":\"1e999\"}            | throughput | Infinity is out of bounds                 | above 0 and up to 10000000",
                "{\"throughput\":\"\"}                 | throughput | '' is not a number                        | above 0 and up to 10000000",
                "{\"mode\":\"auto\",\"goal\":\"50ms\"} | goal       | 'goal' is unknown to this write operation | mode, p99, throughput",
                "{\"mode\":\"auto\",\"throughput\":0}  | throughput | 0.0 is out of bounds                      | above 0 and up to 10000000"
            })
    void changesNothingAfterInvalidInput(String body, String field, String reason, String allowed) {
        Http.Answer answer = http.post(ORDERS, body);

        assertThat(answer.status()).as(answer.text()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo(field);
        assertThat(answer.field("reason")).isEqualTo(reason);
        assertThat(answer.field("allowed")).isEqualTo(allowed);
        assertThat(autopilot.status("orders").settings()).isEqualTo(AutopilotSettings.DEFAULT);
    }

    @Test
    void findsNoFlowThatIsUnknown() {
        assertThat(http.get("concorautopilot/none").status()).isEqualTo(404);
        assertThat(http.post("concorautopilot/none", "{\"mode\":\"auto\"}").field("error"))
                .isEqualTo("unknown flow");
    }
}
