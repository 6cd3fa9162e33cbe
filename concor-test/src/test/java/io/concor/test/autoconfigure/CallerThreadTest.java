package io.concor.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.concor.Flow;
import io.concor.test.FlowTester;
import io.concor.test.autoconfigure.OrdersApplication.Prices;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.ComponentScan.Filter;
import org.springframework.context.annotation.FilterType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

@ConcorTest(
        joins = Joins.NONE,
        properties = "spring.config.name=orders",
        includeFilters = @Filter(type = FilterType.ASSIGNABLE_TYPE, classes = OrderPrinter.class))
class CallerThreadTest {

    @MockitoBean
    private Prices prices;

    @Autowired
    private Flow<String, String> orders;

    @Test
    void runsAConfiguredFlowOnTheThreadOfTheTest() {
        FlowTester tester = FlowTester.of(orders);
        given(prices.priceOf("pen")).willReturn(3);

        assertThat(orders.submit("pen")).isCompletedWithValue("1: 3");

        assertThat(tester).hasJoinsAt().component("numbering").hasRunOnlyOn(Thread.currentThread());
    }

    @Test
    void scansForWhatItsFiltersInclude(@Autowired ApplicationContext context) {
        assertThat(context.getBean(OrderPrinter.class)).isNotNull();
    }
}
