package io.concor.autoconfigure.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.ConcorException;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Changes the slots of a flow at random, one or all at once, until it is closed. */
final class RandomLayoutChanges implements AutoCloseable {

    private static final boolean VIRTUAL = Runtime.version().feature() >= 21;

    private final Random random = new Random(4);
    private final Manager manager;
    private final List<String> slots;
    private final ScheduledExecutorService changing = Executors.newSingleThreadScheduledExecutor();
    private volatile int made;

    RandomLayoutChanges(Manager manager, String flow) {
        this.manager = manager;
        this.slots = List.copyOf(manager.flow(flow).layout().slots().keySet());
        changing.scheduleWithFixedDelay(() -> change(flow), 0, 1, TimeUnit.NANOSECONDS);
    }

    /** Ignores refused changes, which break a rule or take too long. */
    private void change(String flow) {
        try {
            manager.change((random.nextBoolean() ? one(flow) : all(flow)).timeLimit(Duration.ofMillis(500)));
            made++;
        } catch (ConcorException refused) {
            assertThat(refused).isInstanceOfAny(InvalidLayoutException.class, ChangeNotPossibleException.class);
        }
    }

    private ChangeRequest one(String flow) {
        String slot = slots.get(random.nextInt(slots.size()));
        return random.nextInt(4) == 0 ? ChangeRequest.takeOut(flow, slot) : ChangeRequest.put(flow, slot, join());
    }

    private ChangeRequest all(String flow) {
        Map<String, JoinSettings> layout = new HashMap<>();
        slots.stream().filter(slot -> random.nextInt(4) != 0).forEach(slot -> layout.put(slot, join()));
        return ChangeRequest.layout(flow, layout);
    }

    private JoinSettings join() {
        return switch (random.nextInt(VIRTUAL ? 4 : 3)) {
            case 0 -> JoinSettings.single();
            case 1 -> JoinSettings.fixed(1 + random.nextInt(4));
            case 2 -> JoinSettings.cached(1 + random.nextInt(4));
            default -> JoinSettings.virtual(1 + random.nextInt(4));
        };
    }

    /** The number of changes. */
    int made() {
        return made;
    }

    @Override
    public void close() {
        changing.shutdown();
        await("the last change").until(changing::isTerminated);
    }
}
