package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.AllFlows;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.diagnosis.autopilot.AutopilotStatus;
import io.concor.manage.Manager;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns and changes what the autopilot does about flows. Thread-safe. */
@Endpoint(id = "concorautopilot", defaultAccess = Access.READ_ONLY)
public final class ConcorAutopilotEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ConcorAutopilotEndpoint.class);
    private static final String NONE = "none";

    /** Not created with this endpoint, but after the flows have started. */
    private final ObjectProvider<Autopilot> autopilot;

    private final Manager manager;
    private final CallerContext caller;

    ConcorAutopilotEndpoint(ObjectProvider<Autopilot> autopilot, Manager manager, CallerContext caller) {
        this.manager = manager;
        this.autopilot = autopilot;
        this.caller = caller;
    }

    /** Returns what the autopilot does about all flows. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AllFlows<AutopilotDescriptor> all() {
        return new AllFlows<>(
                autopilot.getObject().statuses().stream().map(this::describe).toList(),
                AutopilotDescriptor.TABLE::format);
    }

    /**
     * Returns what the autopilot does about a flow.
     *
     * @param flow the name of the flow
     */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public AutopilotDescriptor status(@Selector String flow) {
        return describe(autopilot.getObject().status(flow));
    }

    private AutopilotDescriptor describe(AutopilotStatus status) {
        return AutopilotDescriptor.of(status, BatchSizeDecision.of(manager.flow(status.flow())));
    }

    /**
     * Changes mode and goal of a flow, until the application ends. What is missing stays unchanged.
     *
     * @param flow the name of the flow
     * @param mode {@code off}, {@code advise} or {@code auto}
     * @param p99 the 99th percentile of the latency that the flow is to keep, such as {@code 50ms}, or {@code none}
     * @param throughput the number of events per second that the autopilot plans for once something limits the flow, or
     *     {@code none}
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public AutopilotDescriptor change(
            @Selector String flow, @Nullable String mode, @Nullable String p99, @Nullable String throughput) {
        AutopilotDescriptor changed =
                describe(autopilot.getObject().settings(flow, present -> changed(present, mode, p99, throughput)));
        log.info(
                "Flow '{}': the autopilot is in mode {}, goal: p99 {}, throughput {}; requested by {}",
                flow,
                changed.mode(),
                Objects.requireNonNullElse(changed.goal().p99(), NONE),
                Objects.requireNonNullElse(changed.goal().throughput(), NONE),
                Objects.requireNonNullElse(caller.origin().who(), "an unknown user"));
        return changed;
    }

    private static AutopilotSettings changed(
            AutopilotSettings present, @Nullable String mode, @Nullable String p99, @Nullable String throughput) {
        Goal goal = goal(present.goal(), p99, throughput);
        return present.mode(mode == null ? present.mode() : mode(mode)).goal(goal);
    }

    private static Goal goal(Goal present, @Nullable String p99, @Nullable String throughput) {
        Goal goal = p99 == null ? present : present.p99(NONE.equals(p99) ? null : SettingFormat.duration("p99", p99));
        return throughput == null
                ? goal
                : goal.throughput(
                        NONE.equals(throughput) ? null : SettingFormat.number("throughput", throughput, Goal.RATES));
    }

    private static AutopilotMode mode(String text) {
        return Stream.of(AutopilotMode.values())
                .filter(mode -> mode.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        "mode", Sentence.of("'%s' is unknown", SafeText.shown(text)), "off, advise or auto"));
    }
}
