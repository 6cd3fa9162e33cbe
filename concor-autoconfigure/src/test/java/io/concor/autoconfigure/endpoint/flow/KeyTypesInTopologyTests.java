package io.concor.autoconfigure.endpoint.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.autoconfigure.endpoint.flow.TopologyDescriptor.ComponentDescriptor;
import io.concor.manage.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

class KeyTypesInTopologyTests {

    private static final class Balance implements KeyedTask<String, String> {

        @Override
        public Integer key(String booking) {
            return booking.length();
        }

        @Override
        public String apply(String booking) {
            return booking;
        }
    }

    @Test
    void areShownForKeyedTasksOnly() {
        Manager manager = new Manager();
        try (Flow<String, String> flow = Flows.<String>create("bookings")
                .map((String booking) -> booking, "reader")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Balance(), "balance")
                .build()) {
            manager.register(flow);

            ComponentBeanNames none = new ComponentBeanNames(new DefaultListableBeanFactory());
            assertThat(new ConcorEndpoint(manager, none).topology("bookings").components())
                    .extracting(ComponentDescriptor::name, ComponentDescriptor::kind, ComponentDescriptor::keyType)
                    .containsExactly(tuple("reader", "simple", null), tuple("balance", "keyed", "java.lang.Integer"));
        }
    }
}
