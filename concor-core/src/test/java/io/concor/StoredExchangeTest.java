package io.concor;

import static org.awaitility.Awaitility.await;

import io.concor.fixture.SimulatedQueue;
import io.concor.fixture.SimulatedQueue.HandOut;
import io.concor.fixture.StoredFlows;
import io.concor.manage.ChangeRequest;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a store has when the queue of a join takes the place of another. */
@Timeout(60)
class StoredExchangeTest extends StoredFlows {

    /** A store that learns too early of the new queue finds it closed, and does not ask again. */
    @Test
    void comesIntoTheNewQueueWhenThatIsOpen() {
        JoinSettings keyed = durable(JoinSettings.keyed(4));
        Flow<Integer, String> flow = flow(keyed);
        SimulatedQueue queue = store.queue("flow.slot");
        queue.handOut(HandOut.LATER);
        flow.accept(5);
        await().until(() -> queue.waiting().size() == 1);
        queue.handOut(HandOut.AT_ONCE); // and so when the change says that there is room
        flows.manager().change(ChangeRequest.put("flow", "slot", SINGLE));
        awaitEffects(List.of("5"));
    }
}
