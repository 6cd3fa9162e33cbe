package io.concor.sample.moneytracker;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.sample.ParallelRuns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Changes the layout at random, without a pause, until it is stopped. */
final class MoneyTrackerLayoutChanges {

    private static final String FLOW = "money-tracker";
    /** Short, so that a change that waits for a thread that waits for a lock gives up soon. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(1);

    private static final List<String> SLOTS =
            List.of("translator", "reader", "calculator", "updater", "logger", "error-handler");
    private static final List<String> REMOTE = List.of("reader", "updater");

    private final AtomicBoolean on = new AtomicBoolean(true);
    private final Manager manager;
    private final Map<String, JoinSettings> before;
    private final SplittableRandom random;
    private final CompletableFuture<Integer> changes;

    private MoneyTrackerLayoutChanges(Manager manager, long seed) {
        this.manager = manager;
        this.before = manager.flow(FLOW).layout().slots();
        this.random = new SplittableRandom(seed);
        this.changes = CompletableFuture.supplyAsync(this::changeUntilStopped, ParallelRuns::start);
    }

    static MoneyTrackerLayoutChanges start(Manager manager, long seed) {
        return new MoneyTrackerLayoutChanges(manager, seed);
    }

    /** Stops, restores the layout and returns the number of changes. */
    int stop() {
        on.set(false);
        int made = changes.join();
        manager.change(ChangeRequest.layout(FLOW, before));
        return made;
    }

    private int changeUntilStopped() {
        int made = 0;
        while (on.get()) {
            made += made();
        }
        return made;
    }

    private int made() {
        try {
            manager.change(next().timeLimit(TIME_LIMIT));
            return 1;
        } catch (InvalidLayoutException | ChangeNotPossibleException refused) {
            return 0; // a rule is broken, or tasks keep their threads for too long: nothing has changed
        }
    }

    private ChangeRequest next() {
        if (random.nextInt(8) == 0) {
            Map<String, JoinSettings> slots = new LinkedHashMap<>();
            SLOTS.forEach(slot -> {
                JoinSettings join = join(slot);
                if (join != null) {
                    slots.put(slot, join);
                }
            });
            return ChangeRequest.layout(FLOW, slots);
        }
        String slot = SLOTS.get(random.nextInt(SLOTS.size()));
        JoinSettings join = join(slot);
        return join == null ? ChangeRequest.takeOut(FLOW, slot) : ChangeRequest.put(FLOW, slot, join);
    }

    private @Nullable JoinSettings join(String slot) {
        List<@Nullable JoinSettings> choices = new ArrayList<>();
        choices.add(null);
        choices.add(JoinSettings.fixed(2 + random.nextInt(15)).capacity(16));
        choices.add(JoinSettings.cached(2 + random.nextInt(15)));
        if (!REMOTE.contains(slot)) {
            choices.add(JoinSettings.single());
        }
        if (Runtime.version().feature() >= 21) {
            choices.add(JoinSettings.virtual(32));
        }
        return choices.get(random.nextInt(choices.size()));
    }
}
