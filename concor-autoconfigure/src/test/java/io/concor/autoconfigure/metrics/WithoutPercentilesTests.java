package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.autoconfigure.endpoint.OrderFlow;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

/** The percentiles of a timer take most of its memory; an application with very long flows does without them. */
@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.NONE,
        properties = {
            "spring.test.metrics.export=true",
            "management.metrics.distribution.percentiles.concor=",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
class WithoutPercentilesTests {

    @Autowired
    private Flow<String, Integer> orders;

    @Autowired
    private MeterRegistry registry;

    @Test
    void anEmptyListOfPercentilesLeavesTheTimesWithoutThem() throws Exception {
        orders.submit("1").get(10, TimeUnit.SECONDS);

        assertThat(registry.get("concor.task").timers())
                .allSatisfy(timer ->
                        assertThat(timer.takeSnapshot().percentileValues()).isEmpty())
                .anySatisfy(timer -> assertThat(timer.count()).isEqualTo(1));
        assertThat(registry.find("concor.task.percentile").meters()).isEmpty();
    }
}
