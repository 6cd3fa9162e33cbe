package io.concor.diagnosis;

import static io.concor.diagnosis.OverloadedFlow.sleep;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.manage.Manager;
import io.concor.manage.ResourceLimits;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Advice to give a slot more threads than a limit allows. */
@Timeout(180)
class AdviceLimitsTest {

    private static final Duration PATIENCE = Duration.ofSeconds(120);

    private final Manager manager = new Manager(PresetStore.inMemory(), ResourceLimits.NONE.threadsPerSlot(2), 100);

    @Test
    @Tag("full")
    void namesTheLimitInsteadOfAChangeThatWouldBeRefused() throws InterruptedException {
        try (OverloadedFlow flow = new OverloadedFlow(
                manager,
                Flows.<Integer>create("flow")
                        .maxInFlight(64)
                        .join(JoinSettings.fixed(2))
                        .<Integer>mapSynchronizedRemote(message -> sleep(message, 5_000), "remote"))) {
            List<Advice> advice = await("advice that was checked")
                    .atMost(PATIENCE)
                    .until(() -> flow.diagnosis().verdict("flow").advice(), given -> given.stream()
                            .anyMatch(one -> one.text().contains("not allowed")));

            assertThat(advice).singleElement().returns(null, Advice::change).satisfies(one -> assertThat(one.text())
                    .startsWith("Give slot 'remote' ")
                    .contains(
                            "But that is not allowed: the slot would have ",
                            "threads, more than the limit threads-per-slot of 2; allowed: up to 2 in each slot."));
            assertThat(manager.flow("flow").layout().version()).isEqualTo(1);
            assertThat(manager.flow("flow").history(10)).isEmpty();
        }
    }
}
