package io.concor.test.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.never;

import io.concor.Flow;
import io.concor.test.FlowTester;
import io.concor.test.autoconfigure.OrdersApplication.Prices;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.transaction.PlatformTransactionManager;

/** A flow with a transaction, of whose application the slice leaves out the database. */
@ConcorTest(properties = {"spring.config.name=orders", "concor.flows.orders.transactions[0].from=pricing"})
class TransactionalFlowTest {

    @MockitoBean
    private PlatformTransactionManager manager;

    @MockitoBean
    private Prices prices;

    @Autowired
    private Flow<String, String> orders;

    @Test
    void commitsWithAMockOfTheManager() {
        given(prices.priceOf("pen")).willReturn(3);

        assertThat(orders.submit("pen")).succeedsWithin(Duration.ofSeconds(10)).isEqualTo("1: 3");

        FlowTester.of(orders).awaitIdle();
        then(manager).should().getTransaction(any());
        then(manager).should().commit(any());
        then(manager).should(never()).rollback(any());
    }
}
