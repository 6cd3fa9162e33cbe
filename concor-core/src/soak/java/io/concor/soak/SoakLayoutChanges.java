package io.concor.soak;

import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Changes one slot, all slots or a preset of a flow at random until it is closed. */
final class SoakLayoutChanges implements AutoCloseable {

    private static final int PRESETS = 3;

    private final Manager manager;
    private final String flow;
    private final RandomJoinSettings joins;
    private final SplittableRandom random;
    private final Findings findings;
    private final SoakCounters counters;
    private final List<String> slots;
    /** Those whose joins stay. */
    private final Set<String> batchSlots;

    private final AtomicInteger attempts = new AtomicInteger();
    private final LoopingThread thread;

    SoakLayoutChanges(
            Manager manager,
            String flow,
            int maxThreads,
            SplittableRandom random,
            Findings findings,
            SoakCounters counters) {
        this.manager = manager;
        this.flow = flow;
        this.joins = new RandomJoinSettings(random, maxThreads);
        this.random = random;
        this.findings = findings;
        this.counters = counters;
        this.slots = manager.flow(flow).slots().stream().map(SlotState::name).toList();
        this.batchSlots = manager.flow(flow).topology().components().stream()
                .filter(component -> component.kind() == TaskKind.BATCH)
                .map(Component::name)
                .collect(Collectors.toSet());
        this.thread = new LoopingThread("changes", this::attempt, findings);
    }

    void start() {
        thread.start();
    }

    /** Returns how many changes were requested. */
    int attempts() {
        return attempts.get();
    }

    boolean running() {
        return thread.running();
    }

    private void attempt() {
        long version = manager.flow(flow).layout().version();
        try {
            ChangeResult result = change();
            counters.add(SoakCounters.Counter.CHANGES, result.slots().isEmpty() ? 0 : 1);
        } catch (InvalidLayoutException rejected) {
            counters.add(SoakCounters.Counter.REJECTED);
            requireVersion(version);
        } catch (ChangeNotPossibleException timedOut) {
            counters.add(SoakCounters.Counter.ROLLED_BACK);
            requireVersion(version);
            Thread.yield();
        }
        attempts.incrementAndGet();
    }

    private void requireVersion(long expected) {
        long version = manager.flow(flow).layout().version();
        findings.addUnless(
                version == expected, "a change that was not applied left version %d, not %d", version, expected);
    }

    private ChangeResult change() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> manager.change(withRandomLimit(wholeLayout()));
            case 2 -> preset();
            default -> manager.change(withRandomLimit(oneSlot()));
        };
    }

    /** Gives some requests so little time that they are rolled back. */
    private ChangeRequest withRandomLimit(ChangeRequest request) {
        return random.nextInt(4) == 0 ? request.timeLimit(Duration.ofMillis(1)) : request;
    }

    private ChangeRequest oneSlot() {
        String slot = slots.get(random.nextInt(slots.size()));
        return random.nextInt(3) == 0 && !batchSlots.contains(slot)
                ? ChangeRequest.takeOut(flow, slot)
                : ChangeRequest.put(flow, slot, next(slot));
    }

    private JoinSettings next(String slot) {
        return batchSlots.contains(slot) ? joins.nextForBatches() : joins.next();
    }

    private ChangeRequest wholeLayout() {
        Map<String, JoinSettings> layout = new LinkedHashMap<>();
        for (String slot : slots) {
            if (batchSlots.contains(slot) || random.nextInt(3) > 0) {
                layout.put(slot, next(slot));
            }
        }
        return ChangeRequest.layout(flow, layout);
    }

    private ChangeResult preset() {
        List<String> saved = manager.flow(flow).presets().names();
        if (saved.size() < PRESETS) {
            manager.flow(flow).presets().save("preset-" + saved.size(), "soak");
        }
        counters.add(SoakCounters.Counter.PRESETS);
        return manager.flow(flow)
                .presets()
                .apply(
                        "preset-" + random.nextInt(Math.max(1, saved.size())),
                        withRandomLimit(ChangeRequest.layout(flow, Map.of())));
    }

    @Override
    public void close() {
        thread.close();
    }
}
