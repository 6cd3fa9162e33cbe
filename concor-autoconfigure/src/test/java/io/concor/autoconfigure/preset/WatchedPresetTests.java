package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.WaitMode;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Watching with unknown slots, and with tasks that block their threads. */
class WatchedPresetTests extends PresetFilesFixture {

    private static final Map<String, JoinSettings> YIELDING =
            Map.of("counter", JoinSettings.single().waiting(WaitMode.YIELDING));

    @Test
    void ignoresUnknownSlotsIfConfigured() throws IOException {
        Manager manager = new Manager(new FilePresetStore(location));
        manager.register(flow);
        write("day.yml", threads(2));
        manager.flow("orders").presets().apply("day", ChangeRequest.options("orders"));
        WatchedPreset watched =
                new WatchedPreset(manager, "orders", true, ChangeRequest.DEFAULT_TIME_LIMIT, () -> null);
        write("day.yml", "slots: {parser: {pool: fixed, threads: 3}, counter: {pool: single}, gone: {pool: single}}");

        watched.check();
        watched.check();
        watched.check();

        assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(3, layout(3)));
    }

    @Test
    void checksLessOftenWhileATaskHoldsItsThread() throws Exception {
        whileATaskHoldsItsThread((manager, watched) ->
                assertThat(looksWithATry(manager, watched, 193)).containsExactly(2, 4, 7, 12, 21, 38, 71, 132, 193));
    }

    @Test
    void checksLessOftenDuringAnotherChange() throws Exception {
        CompletableFuture<Void> other = new CompletableFuture<>();
        whileATaskHoldsItsThread((manager, watched) -> {
            other.completeAsync(() -> changeForAnHour(manager), run -> new Thread(run).start());
            await("the other change").until(() -> isUnderWay(manager));

            assertThat(looksWithATry(manager, watched, 21)).containsExactly(2, 4, 7, 12, 21);
        });
        assertThat(other).succeedsWithin(Duration.ofSeconds(10));
    }

    private static @Nullable Void changeForAnHour(Manager manager) {
        JoinSettings spinning = JoinSettings.single().waiting(WaitMode.SPINNING);
        manager.change(ChangeRequest.put("orders", "counter", spinning).timeLimit(Duration.ofHours(1)));
        return null;
    }

    private static boolean isUnderWay(Manager manager) {
        ChangeRequest dryRun = ChangeRequest.takeOut("orders", "counter").dryRun(true);
        return catchThrowable(() -> manager.change(dryRun.timeLimit(Duration.ofMillis(1))))
                instanceof ChangeNotPossibleException;
    }

    private interface Looks {

        void accept(Manager manager, WatchedPreset watched);
    }

    /** With a stored version that differs from the active preset. */
    private void whileATaskHoldsItsThread(Looks looks) throws Exception {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        Manager manager = new Manager(new FilePresetStore(location));
        try (Flow<String, String> holding = Flows.<String>create("orders")
                .mapSingleThreaded(
                        (String order) -> {
                            held.countDown();
                            gate.await();
                            return order;
                        },
                        "counter")
                .build()) {
            manager.register(holding);
            write("day.yml", "slots: {counter: {pool: single}}");
            manager.flow("orders").presets().apply("day", ChangeRequest.options("orders"));
            WatchedPreset watched = new WatchedPreset(manager, "orders", false, Duration.ofMillis(10), () -> null);
            holding.apply("order");
            held.await();
            write("day.yml", "slots: {counter: {pool: single, wait: yielding}}");

            try {
                looks.accept(manager, watched);
            } finally {
                gate.countDown();
            }

            await("the new layout")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(2))
                    .until(() -> {
                        watched.check();
                        return manager.flow("orders").layout().slots().equals(YIELDING);
                    });
        }
    }

    private static IntStream looksWithATry(Manager manager, WatchedPreset watched, int looks) {
        return IntStream.rangeClosed(1, looks).filter(look -> tries(manager, watched));
    }

    private static boolean tries(Manager manager, WatchedPreset watched) {
        int before = manager.flow("orders").history(Integer.MAX_VALUE).size();
        watched.check();
        return manager.flow("orders").history(Integer.MAX_VALUE).size() > before;
    }
}
