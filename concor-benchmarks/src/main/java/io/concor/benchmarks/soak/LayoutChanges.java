package io.concor.benchmarks.soak;

import io.concor.InvalidLayoutException;
import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.SlotState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Changes the layout of a flow at random until it is closed: one slot, all of them, or a preset. */
final class LayoutChanges implements AutoCloseable {

    private static final int PRESETS = 3;

    private final Manager manager;
    private final String flow;
    private final RandomJoins joins;
    private final SplittableRandom random;
    private final Findings findings;
    private final Totals totals;
    private final List<String> slots;
    private final AtomicInteger attempts = new AtomicInteger();
    private final SideThread thread;

    LayoutChanges(
            Manager manager,
            String flow,
            boolean oneThreaded,
            SplittableRandom random,
            Findings findings,
            Totals totals) {
        this.manager = manager;
        this.flow = flow;
        this.joins = new RandomJoins(random, oneThreaded);
        this.random = random;
        this.findings = findings;
        this.totals = totals;
        this.slots = manager.slots(flow).stream().map(SlotState::name).toList();
        this.thread = new SideThread("changes", this::step, findings);
    }

    void start() {
        thread.start();
    }

    /** How many changes were asked for. */
    int attempts() {
        return attempts.get();
    }

    boolean running() {
        return thread.running();
    }

    private void step() {
        attempt();
        attempts.incrementAndGet();
    }

    private void attempt() {
        long version = manager.layout(flow).version();
        try {
            ChangeResult result = change();
            totals.add(Totals.Count.CHANGES, result.slots().isEmpty() ? 0 : 1);
        } catch (InvalidLayoutException againstTheRules) {
            totals.add(Totals.Count.REFUSED);
            requireVersion(version);
        } catch (ChangeNotPossibleException givenUp) {
            totals.add(Totals.Count.ROLLED_BACK);
            requireVersion(version);
            Thread.yield();
        }
    }

    private void requireVersion(long expected) {
        long version = manager.layout(flow).version();
        findings.addUnless(
                version == expected, "a change that was not made left version %d, not %d", version, expected);
    }

    private ChangeResult change() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> manager.change(limited(wholeLayout()));
            case 2 -> preset();
            default -> manager.change(limited(oneSlot()));
        };
    }

    /** Some have so little time that they are given up. */
    private ChangeRequest limited(ChangeRequest request) {
        return random.nextInt(4) == 0 ? request.timeLimit(Duration.ofMillis(1)) : request;
    }

    private ChangeRequest oneSlot() {
        String slot = slots.get(random.nextInt(slots.size()));
        return random.nextInt(3) == 0 ? ChangeRequest.takeOut(flow, slot) : ChangeRequest.put(flow, slot, joins.next());
    }

    private ChangeRequest wholeLayout() {
        Map<String, JoinSettings> layout = new LinkedHashMap<>();
        for (String slot : slots) {
            if (random.nextInt(3) > 0) {
                layout.put(slot, joins.next());
            }
        }
        return ChangeRequest.layout(flow, layout);
    }

    private ChangeResult preset() {
        List<String> saved = manager.presets(flow);
        if (saved.size() < PRESETS) {
            manager.savePreset(flow, "preset-" + saved.size(), "soak");
        }
        totals.add(Totals.Count.PRESETS);
        return manager.applyPreset(
                flow,
                "preset-" + random.nextInt(Math.max(1, saved.size())),
                limited(ChangeRequest.layout(flow, Map.of())));
    }

    @Override
    public void close() {
        thread.close();
    }
}
