package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.autoconfigure.endpoint.Http;
import io.concor.autoconfigure.endpoint.OrderFlow;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=*",
            "spring.test.metrics.export=true",
            "management.prometheus.metrics.export.enabled=true",
            "concor.sampling.burst=1",
            "concor.sampling.interval=1"
        })
class PrometheusTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    @Autowired
    private Flow<String, Integer> orders;

    /** The tests share the application: its meters count one event. */
    @BeforeEach
    void completeAnEvent() throws Exception {
        if (manager.flow("orders").summary().completed() == 0) {
            orders.submit("1").get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void scrapesEveryMeter() {
        assertThat(scrape())
                .contains("concor_flow_seconds_count{flow=\"orders\",outcome=\"completed\"} 1")
                .contains("concor_flow_seconds_sum{flow=\"orders\",outcome=\"timed-out\"} 0.0")
                .contains("concor_flow_latency_seconds{flow=\"orders\",quantile=\"0.99\"}")
                .contains("concor_flow_in_flight{flow=\"orders\"} 0.0")
                .contains("concor_flow_max_in_flight{flow=\"orders\"} 64.0")
                .contains("concor_flow_recovered_total{flow=\"orders\"} 0.0")
                .contains("concor_flow_refused_total{flow=\"orders\",reason=\"own-thread\"} 0.0")
                .contains("concor_flow_ignored_continuations_total{flow=\"orders\"} 0.0")
                .contains("concor_task_seconds_count{flow=\"orders\",kind=\"synchronized-remote\",task=\"resolver\"} 1")
                .contains("concor_slot_wait_seconds_count{flow=\"orders\",slot=\"resolver\"} 1")
                .contains("concor_stage_seconds_count{flow=\"orders\",stage=\"session\"}")
                .contains("concor_slot_capacity{flow=\"orders\",slot=\"resolver\"} 16.0")
                .contains("concor_slot_size{flow=\"orders\",slot=\"session\"} 0.0")
                .contains("concor_slot_busy{flow=\"orders\",slot=\"session\"}")
                .contains("concor_slot_blocked{flow=\"orders\",slot=\"session\"}")
                .contains("concor_slot_idle{flow=\"orders\",slot=\"session\"}")
                .contains("concor_slot_utilisation{flow=\"orders\",slot=\"session\"}")
                .contains("concor_layout_version{flow=\"orders\"}")
                .contains("concor_layout_drifted{flow=\"orders\"}")
                .contains("concor_slot_changes_total{flow=\"orders\",result=\"refused\",slot=\"logger\"} 0.0")
                .contains("executor_pool_size_threads{name=\"orders.resolver\"} 4.0")
                .contains("executor_completed_tasks_total{name=\"orders.resolver\"} 1.0");
    }

    @Test
    void describesEveryMeter() {
        List<String> descriptions = scrape().lines()
                .filter(line -> line.startsWith("# HELP concor_"))
                .toList();

        assertThat(descriptions).allMatch(line -> line.matches("# HELP \\S+ \\S.+"));
        assertThat(descriptions)
                .contains(
                        "# HELP concor_event_seconds Time from the entry to the end of an event; only sampled events",
                        "# HELP concor_event_task_seconds Time that an event spends in a task; only sampled events",
                        "# HELP concor_event_wait_seconds Time that an event waits in a slot for a thread; only sampled events")
                .anyMatch(line ->
                        line.matches("# HELP concor_event_active_seconds .*; only sampled events, those in progress"));
    }

    @Test
    void removesTheMetersOfASlotThatBecameEmpty() {
        manager.change(ChangeRequest.put("orders", "logger", JoinSettings.single()));
        assertThat(scrape()).contains("concor_slot_size{flow=\"orders\",slot=\"logger\"}");

        manager.change(ChangeRequest.takeOut("orders", "logger"));

        assertThat(scrape())
                .doesNotContain("concor_slot_size{flow=\"orders\",slot=\"logger\"}")
                .doesNotContain("name=\"orders.logger\"");
    }

    private String scrape() {
        Garbage.collect();
        return new Http(port).get("prometheus").text();
    }
}
