package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Sampling;
import io.concor.layout.Layout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

@TestPropertySource(properties = "management.endpoint.health.show-details=always")
class ReadOnlyEndpointsTests extends OrderEndpointsFixture {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "concor",
                "concor/orders",
                "concorstats",
                "concorstats/orders",
                "concorsampling",
                "concorslots/orders",
                "concorslots/orders/resolver",
                "concorchanges",
                "concorchanges/orders",
                "concorpresets",
                "concorpresets/orders",
                "concordiagnosis",
                "concordiagnosis/orders",
                "concorautopilot",
                "concorautopilot/orders"
            })
    void readsByDefault(String path) {
        assertThat(http.get(path).status()).isEqualTo(200);
    }

    @Test
    void predictsByDefaultIfEnoughIsKnown() {
        Http.Answer answer = http.get("concordiagnosis/orders/whatif");

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.field("error")).isEqualTo("not possible now");
        assertThat(answer.field("reason"))
                .startsWith("flow 'orders': too little is known for a prediction: ")
                .containsAnyOf(
                        "Try again in some seconds", "Let it handle at least one event per second for some seconds");
    }

    @Test
    void changesNothingUnlessOptedIn(@Autowired ListableBeanFactory beans) {
        Layout before = manager.flow("orders").layout();
        Sampling sampling = manager.flow("orders").sampling();
        Map<String, String> names = Map.of("flow", "orders", "slot", "resolver", "preset", "calm", "action", "apply");

        assertThat(EndpointOperation.changes(beans))
                .hasSizeGreaterThanOrEqualTo(7)
                .allSatisfy(change -> assertThat(http.call(change.method(), change.path(names::get), "{}")
                                .status())
                        .as("404 where nothing at all is left at the path")
                        .isIn(404, 405));

        assertThat(manager.flow("orders").layout()).isEqualTo(before);
        assertThat(manager.flow("orders").sampling()).isEqualTo(sampling);
        assertThat(manager.flow("orders").presets().names()).isEqualTo(List.of());
    }

    @Test
    void explainsThatChangesAreNotEnabled() {
        Http.Answer answer = http.post("concorslots/orders/resolver", "{\"threads\":2}");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.field("reason"))
                .isEqualTo("POST is not enabled for this path (management.endpoint.concorslots.access: unrestricted)");
        assertThat(answer.field("allowed")).isEqualTo("GET");
    }

    @Test
    void reportsTheHealthOfEachFlow() {
        Http.Answer health = http.get("health");

        assertThat(health.status()).isEqualTo(200);
        assertThat(health.at("/components/concor/status")).isEqualTo("UP");
        assertThat(health.at("/components/concor/details/orders/state")).isEqualTo("running");
    }

    @Test
    void contributesToTheInfoEndpoint() {
        Http.Answer info = http.get("info");

        assertThat(info.at("/concor/mode")).isEqualTo("tuning");
        assertThat(info.at("/concor/flows/0/name")).isEqualTo("orders");
        assertThat(info.at("/concor/flows/0/components")).isEqualTo("5");
    }

    @Test
    void linksToEachEndpoint() {
        assertThat(http.get("").text())
                .contains("concorslots-flow-slot", "concorstats-flow", "concorpresets-flow-preset", "/concor\"");
    }
}
