package io.concor.sample.billing;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.sample.ParallelRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Changes the layout and the batches at random, without a pause, until it is stopped. */
final class BillingLayoutChanges {

    private static final String FLOW = "billing";
    /** Short, so that a change that waits for a thread that waits for a lock gives up soon. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(1);

    private static final List<String> SLOTS = List.of("mediator", "rater", "balance", "writer", "rejects");
    private static final int[] SIZES = {1, 7, 100, 500};

    private final AtomicBoolean on = new AtomicBoolean(true);
    private final AtomicInteger made = new AtomicInteger();
    private final Manager manager;
    private final Map<String, JoinSettings> before;
    private final SplittableRandom random;
    private final CompletableFuture<Boolean> changes;

    private BillingLayoutChanges(Manager manager, long seed) {
        this.manager = manager;
        this.before = manager.flow(FLOW).layout().slots();
        this.random = new SplittableRandom(seed);
        this.changes = ParallelRuns.begin(this::changeUntilStopped);
    }

    static BillingLayoutChanges start(Manager manager, long seed) {
        return new BillingLayoutChanges(manager, seed);
    }

    /** Returns the number of changes. */
    int made() {
        return made.get();
    }

    /** Stops and restores the layout. */
    void stop() {
        on.set(false);
        changes.join();
        manager.change(ChangeRequest.layout(FLOW, before));
    }

    private boolean changeUntilStopped() {
        while (on.get()) {
            change();
        }
        return true;
    }

    private void change() {
        String slot = SLOTS.get(random.nextInt(SLOTS.size()));
        JoinSettings join = join(slot);
        try {
            manager.change((join == null ? ChangeRequest.takeOut(FLOW, slot) : ChangeRequest.put(FLOW, slot, join))
                    .timeLimit(TIME_LIMIT));
            made.incrementAndGet();
        } catch (InvalidLayoutException | ChangeNotPossibleException refused) {
            // a rule is broken, or tasks keep their threads for too long: nothing has changed
        }
    }

    private @Nullable JoinSettings join(String slot) {
        return switch (slot) {
            case "balance" ->
                random.nextInt(4) == 0 ? JoinSettings.single() : JoinSettings.keyed(1 + random.nextInt(8));
            case "writer" -> writer();
            default -> any();
        };
    }

    private JoinSettings writer() {
        return JoinSettings.fixed(1 + random.nextInt(6))
                .batchSize(SIZES[random.nextInt(SIZES.length)])
                .linger(Duration.ofMillis(random.nextInt(3)));
    }

    private @Nullable JoinSettings any() {
        List<@Nullable JoinSettings> choices = new ArrayList<>();
        choices.add(null);
        choices.add(JoinSettings.fixed(2 + random.nextInt(7)).capacity(64));
        choices.add(JoinSettings.cached(2 + random.nextInt(7)));
        return choices.get(random.nextInt(choices.size()));
    }
}
