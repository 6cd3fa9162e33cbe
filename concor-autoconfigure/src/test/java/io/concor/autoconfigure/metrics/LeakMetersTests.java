package io.concor.autoconfigure.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.leak.LeakCheck;
import io.concor.manage.Manager;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeakMetersTests {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final Manager manager = new Manager();
    private final LeakMeters meters = new LeakMeters(manager);
    private final List<String> notes = new ArrayList<>();

    private Flow<List<String>, List<String>> bound(LeakCheck check) {
        Flow<List<String>, List<String>> flow = Flows.<List<String>>create("notes")
                .checking(check)
                .map(note -> note, "reader")
                .map(note -> note.isEmpty() ? notes : note, "notebook")
                .build();
        manager.register(flow);
        meters.bindTo(registry);
        Garbage.collect();
        return flow;
    }

    private static void enter(Flow<List<String>, List<String>> flow, List<String> note) throws Exception {
        flow.submit(note).handle((value, error) -> true).get(10, TimeUnit.SECONDS);
    }

    private double leaks(String component) {
        return registry.get("concor.leaks")
                .tags("flow", "notes", "component", component)
                .functionCounter()
                .count();
    }

    @ParameterizedTest
    @EnumSource(names = {"WARN", "FAIL"})
    void countLeaksByComponent(LeakCheck check) throws Exception {
        try (Flow<List<String>, List<String>> flow = bound(check)) {
            for (int i = 0; i < 3; i++) {
                enter(flow, new ArrayList<>());
            }
            List<String> twice = new ArrayList<>(List.of("twice"));
            enter(flow, twice);
            enter(flow, twice);
        }
        assertThat(leaks("reader")).isZero();
        assertThat(leaks("notebook")).isEqualTo(2);
        assertThat(leaks("(entry)")).isEqualTo(1);
    }

    @Test
    void areMissingIfTheCheckIsOff() {
        bound(LeakCheck.OFF).close();
        assertThat(registry.find("concor.leaks").meters()).isEmpty();
    }

    @Test
    void canBeReadAfterTheFlowWasRemoved() throws Exception {
        try (Flow<List<String>, List<String>> flow = bound(LeakCheck.WARN)) {
            enter(flow, new ArrayList<>());
            enter(flow, new ArrayList<>());
            assertThat(leaks("notebook")).isEqualTo(1);
        }
        manager.forgetClosed();

        assertThat(leaks("notebook")).isEqualTo(1);
    }
}
