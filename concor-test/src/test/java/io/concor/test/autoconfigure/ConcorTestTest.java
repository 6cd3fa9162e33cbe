package io.concor.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.concor.Flow;
import io.concor.test.FlowTester;
import io.concor.test.autoconfigure.OrdersApplication.Prices;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@ConcorTest(properties = {"spring.config.name=orders", "concor.flows.orders.slots.pricing.pool=single"})
class ConcorTestTest {

    @MockitoBean
    private Prices prices;

    @Autowired
    private Flow<String, String> orders;

    @Test
    void runsAConfiguredFlowWithItsRealJoins() {
        FlowTester tester = FlowTester.of(orders);
        given(prices.priceOf("pen")).willReturn(3);

        assertThat(orders.submit("pen")).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("1: 3");

        tester.awaitIdle();
        assertThat(tester)
                .hasCompleted(1)
                .hasJoinsAt("pricing")
                .component("numbering")
                .hasHandled(1)
                .hasNeverRunOn(Thread.currentThread());
    }

    @Test
    void scansForTasksOnly(@Autowired ApplicationContext context) {
        assertThat(context.getBeanProvider(OrderPrinter.class).getIfAvailable()).isNull();
    }
}
