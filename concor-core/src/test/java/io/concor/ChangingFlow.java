package io.concor;

import org.junit.jupiter.api.extension.RegisterExtension;

/** A flow whose layout a test changes. */
abstract class ChangingFlow {

    static final JoinSettings SINGLE = JoinSettings.single();
    static final JoinSettings FIXED = JoinSettings.fixed(2);

    @RegisterExtension
    final RunningFlows flows = new RunningFlows();

    final Gate gate = new Gate();

    Flow<String, String> flow() {
        return flows.start(Flows.<String>create("flow")
                .map(message -> message, "a")
                .join(SINGLE)
                .mapSingleThreaded(message -> message, "b")
                .map(message -> message, "c"));
    }

    Flow<String, String> holding() {
        return flows.start(Flows.<String>create("flow").join(SINGLE).map(this::hold, "slow"));
    }

    String hold(String message) throws InterruptedException {
        if (message.equals("held")) {
            gate.pass();
        }
        return message;
    }

    ChangeResult change(ChangeRequest request) {
        return flows.manager().change(request);
    }

    Layout layout() {
        return flows.manager().layout("flow");
    }
}
