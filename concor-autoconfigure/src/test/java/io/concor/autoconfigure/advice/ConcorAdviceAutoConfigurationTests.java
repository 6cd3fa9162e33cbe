package io.concor.autoconfigure.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.Ordered;

class ConcorAdviceAutoConfigurationTests {

    private final Manager manager = new Manager();
    private final Flow<String, String> flow = Flows.<String>create("orders")
            .map((String order) -> order, "pricer")
            .build();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAdviceAutoConfiguration.class))
            .withBean(Manager.class, () -> manager);

    ConcorAdviceAutoConfigurationTests() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    private record QueuingCallers(double callers, int order) implements PresentLimits, Ordered {

        @Override
        public OptionalDouble queuingCallers(String flow) {
            return OptionalDouble.of(callers);
        }

        @Override
        public int getOrder() {
            return order;
        }
    }

    private List<String> warnings(ComputingCallersAdvisor advisor) {
        Topology before = manager.flow("orders").topology();
        manager.change(ChangeRequest.put("orders", "pricer", JoinSettings.fixed(2)));
        return advisor.warnings(before, manager.flow("orders").topology());
    }

    @Test
    void knowsNoLimitsOfItsOwn() {
        runner.run(context -> assertThat(warnings(context.getBean(ComputingCallersAdvisor.class)))
                .isEmpty());
    }

    @Test
    void warnsOfEventsThatAreNotStoredAnyMore() {
        runner.run(context -> assertThat(context).hasSingleBean(DurabilityAdvisor.class));
    }

    @Test
    void asksTheFirstOfSeveralBeansThatKnowLimits() {
        runner.withBean("last", PresentLimits.class, () -> new QueuingCallers(60, 2))
                .withBean("first", PresentLimits.class, () -> new QueuingCallers(70, 1))
                .run(context -> assertThat(warnings(context.getBean(ComputingCallersAdvisor.class)))
                        .singleElement()
                        .asString()
                        .contains("70 threads of callers"));
    }
}
