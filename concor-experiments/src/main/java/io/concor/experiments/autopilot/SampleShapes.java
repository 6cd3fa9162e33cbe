package io.concor.experiments.autopilot;

import static io.concor.experiments.laboratory.SamplePlant.POOL_SIZE;

import io.concor.experiments.laboratory.SamplePlant;
import io.concor.experiments.testbed.SampleApplication;
import io.concor.experiments.testbed.Workspace;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The samples, on H2, each with one task that waits and more load than one thread handles. */
final class SampleShapes {

    private static final int MAX_IN_FLIGHT = 256;

    private SampleShapes() {}

    static List<AutopilotShape> all(Workspace workspace) {
        return List.of(moFlow(workspace), ussd(workspace), moneyTracker(workspace));
    }

    /** A thread holds one of six connections for the time of a statement, and a little longer. */
    private static AutopilotShape moFlow(Workspace workspace) {
        SamplePlant sample = sample(SampleApplication.MO_FLOW, 650)
                .with(POOL_SIZE, 6)
                .with("mo-flow.database-delay", "12ms")
                .with("spring.jpa.properties.hibernate.connection.handling_mode", "IMMEDIATE_ACQUISITION_AND_HOLD");
        return shape(
                sample,
                workspace,
                "translator",
                List.of("session-manager"),
                List.of("translator", "router", "endpoint-resolver", "at-translator", "trans-logger"),
                Map.of(
                        "router", List.of(0, 2),
                        "endpoint-resolver", List.of(4, 6, 12, 24),
                        "trans-logger", List.of(0, 2)));
    }

    /** The sample waits for nothing but replies, so one of its tasks is made to wait. */
    private static AutopilotShape ussd(Workspace workspace) {
        SamplePlant sample = sample(SampleApplication.USSD, 500).plant("menuResolver", "pause", Duration.ofMillis(8));
        return shape(
                sample,
                workspace,
                "in-translator",
                List.of("session-manager"),
                List.of("in-translator", "menu-structure-resolver", "menu-resolver", "logger"),
                Map.of(
                        "menu-structure-resolver", List.of(0, 2),
                        "menu-resolver", List.of(2, 4, 8, 16),
                        "logger", List.of(0, 2)));
    }

    /** A database transaction of six statements holds one of twelve connections. */
    private static AutopilotShape moneyTracker(Workspace workspace) {
        SamplePlant sample = sample(SampleApplication.MONEY_TRACKER, 400)
                .profile("tour")
                .with("spring.flyway.locations", "classpath:db/migration,classpath:db/plants")
                .with(POOL_SIZE, 12)
                .with("money-tracker.database-delay", "5ms");
        return shape(
                sample,
                workspace,
                "translator",
                List.of(),
                List.of("translator", "reader", "calculator", "updater", "logger"),
                Map.of(
                        "reader", List.of(4, 8, 12, 24),
                        "updater", List.of(0, 6),
                        "logger", List.of(0, 2)));
    }

    private static SamplePlant sample(SampleApplication application, double rate) {
        return SamplePlant.in(application, "autopilot", rate)
                .with("concor.autopilot.pause", "0s") // after the change to the first layout
                .with(application.flow() + ".max-in-flight", MAX_IN_FLIGHT);
    }

    private static AutopilotShape shape(
            SamplePlant sample,
            Workspace workspace,
            String first,
            List<String> singles,
            List<String> slots,
            Map<String, List<Integer>> tried) {
        return new AutopilotShape(
                sample.sample().flow(),
                layout -> SampleTunedFlow.open(sample, layout, workspace),
                first,
                singles,
                slots,
                tried);
    }
}
