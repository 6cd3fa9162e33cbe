package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.properties.PropertyPath;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.core.serializer.support.SerializationDelegate;

class FlowConfigurationExceptionTests {

    @Test
    void namesPlaceProblemAndRemedy() {
        PropertyPath place = PropertyPath.flow("orders");
        FlowProblem problem = new FlowProblem("has no tasks", "Name some.");

        assertThat(new FlowConfigurationException(place, problem))
                .hasMessage(place + ": has no tasks. Name some.")
                .returns(place, FlowConfigurationException::place)
                .returns("has no tasks", FlowConfigurationException::problem)
                .returns("Name some.", FlowConfigurationException::remedy)
                .returns(place.property(), FlowConfigurationException::property);
    }

    @Test
    void keepsPlaceAndProblemWhenItIsSerialized() throws Exception {
        ResolvableType given = ResolvableType.forClassWithGenerics(List.class, String.class);
        FlowConfigurationException sent = new FlowConfigurationException(
                PropertyPath.flow("flow"),
                FlowProblem.incompatibleTypes("before", given, ResolvableType.forClass(Integer.class), false));
        SerializationDelegate serialization =
                new SerializationDelegate(getClass().getClassLoader());

        assertThat(serialization.deserializeFromByteArray(serialization.serializeToByteArray(sent)))
                .usingRecursiveComparison()
                .isEqualTo(sent);
    }
}
