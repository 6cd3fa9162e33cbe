package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.preset.PresetStore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A manager with a flow that can be saved as presets: slot {@code a} is empty, {@code b} holds a single join. */
abstract class FlowWithPresets {

    static final JoinSettings SINGLE = JoinSettings.single();
    static final JoinSettings FIXED = JoinSettings.fixed(2);
    static final ChangeRequest OPTIONS = ChangeRequest.options("flow");

    final PresetStore store = PresetStore.inMemory();
    final Manager manager = new Manager(store);
    final Flow<String, String> flow = Flows.<String>create("flow")
            .map((String message) -> message, "a")
            .join(SINGLE)
            .<String>mapSingleThreaded(message -> message, "b")
            .build();

    @BeforeEach
    void register() {
        manager.register(flow);
    }

    @AfterEach
    void close() {
        flow.close();
    }

    Topology topology() {
        return manager.flow("flow").topology();
    }

    FlowPresets presets() {
        return manager.flow("flow").presets();
    }
}
