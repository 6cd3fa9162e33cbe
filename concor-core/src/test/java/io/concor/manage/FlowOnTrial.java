package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology.Trial;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A manager with a manual clock and a flow: slot {@code a} is empty, {@code b} holds a single join. */
abstract class FlowOnTrial {

    static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    static final JoinSettings FIXED = JoinSettings.fixed(2);
    static final ChangeRequest OPTIONS = ChangeRequest.options("flow");
    static final ChangeRequest TRIED = put(FIXED).revertAfter(FIVE_MINUTES);

    final ManualClock clock = new ManualClock();
    final Manager manager =
            new Manager(PresetStore.inMemory(), ResourceLimits.NONE, Manager.LARGEST_HISTORY_SIZE, clock);
    final CountDownLatch gate = new CountDownLatch(1);
    final Flow<String, String> flow = Flows.<String>create("flow")
            .map((String message) -> message, "a")
            .join(JoinSettings.single())
            .<String>mapSingleThreaded(
                    message -> {
                        if (message.equals("wait")) {
                            gate.await(20, TimeUnit.SECONDS);
                        }
                        return message;
                    },
                    "b")
            .build();

    static ChangeRequest put(JoinSettings settings) {
        return ChangeRequest.put("flow", "a", settings);
    }

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        gate.countDown();
        flow.close();
    }

    Map<String, JoinSettings> slots() {
        return manager.flow("flow").layout().slots();
    }

    Trial trial() {
        return manager.flow("flow").topology().trial();
    }

    List<ChangeEntry> history() {
        return manager.flow("flow").history(Integer.MAX_VALUE);
    }
}
