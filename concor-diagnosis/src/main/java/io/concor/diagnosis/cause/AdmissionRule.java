package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.FlowWindow.SlotWindow;
import io.concor.diagnosis.situation.Baseline;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.ClientThreads;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.situation.StoreLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.text.Sentence;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Causes outside of the flow's own threads: {@code max-in-flight}, the threads that call continuations, a small ring. */
final class AdmissionRule implements CauseRule {

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        return switch (bottleneck.place()) {
            case TRANSITION, NOWHERE ->
                fullQueue(situation).map(Stream::of).orElseGet(() -> admission(situation, bottleneck));
            case OUTSIDE -> outside(situation, bottleneck);
            case RING -> Stream.of(ring(situation, bottleneck));
            case STAGE, STORE -> Stream.empty();
        };
    }

    /** The queue may be paused, or others handle its events, or these wait for a dead letter. */
    private static Optional<Finding> fullQueue(Situation situation) {
        return situation
                .filled()
                .boxed()
                .flatMap(slot -> StoreLoad.of(situation, slot).stream())
                .filter(StoreLoad::isFull)
                .findFirst()
                .map(store -> Finding.of(Cause.ADMISSION, store.slot(), Confidence.ADMISSION)
                        .says(
                                "The flow is full because the queue of slot '%s' is: %.0f events wait until it has room, while the threads of the slot are busy for only %.0f %% of the time.",
                                situation.name(store.slot()),
                                store.waitingForRoom().value(),
                                100 * situation.stage(store.slot()).busy())
                        .because(store.waitingForRoom(), LimitSigns.full(situation)));
    }

    /** A flow that is slow but not full has another cause. */
    private static Stream<Finding> admission(Situation situation, Bottleneck bottleneck) {
        Evidence full = LimitSigns.full(situation);
        Evidence refused = LimitSigns.refused(situation);
        if (!LimitSigns.isSeen(full) && !LimitSigns.isSeen(refused)) {
            return Stream.empty();
        }
        String where = bottleneck.component() < 0
                ? "no thread of the flow is short"
                : Sentence.of("most of them wait for the continuation of '%s'", situation.name(bottleneck.component()));
        boolean starve = situation.host().starvesClients();
        double confidence = starve
                ? Confidence.ADMISSION_WHILE_PROCESSORS_LACK
                : mayCalleeBeSlow(situation, bottleneck)
                        ? Confidence.ADMISSION_UNLESS_CALLEE_IS_SLOW
                        : Confidence.ADMISSION;
        return Stream.of(Finding.of(Cause.ADMISSION, bottleneck.component(), confidence)
                .says(
                        "The flow is full with max-in-flight %d events, and %s.",
                        situation.flow().maxInFlight(), where)
                .because(full, refused));
    }

    private static boolean mayCalleeBeSlow(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        Baseline usual = situation.baseline();
        return bottleneck.place() == Place.TRANSITION
                && (!usual.isKnown(component)
                        || usual.slowdown(component, situation.times()).isPresent());
    }

    private static Stream<Finding> outside(Situation situation, Bottleneck bottleneck) {
        int component = bottleneck.component();
        boolean afterTransition = IntStream.range(0, component).anyMatch(situation::isTransition);
        double threads = afterTransition ? Math.max(1, ClientThreads.number(situation)) : 1;
        Evidence running = situation.evidence(
                "task.running.outside",
                seen -> seen.flow().components().get(component).runningOutside().average(),
                ShareBounds.MOST * threads,
                "threads");
        double callbacks = ClientThreads.count(situation).isPresent()
                ? Confidence.CALLBACK_THREAD
                : Confidence.CALLBACK_THREADS_OF_UNKNOWN_NUMBER;
        Finding finding = afterTransition
                ? Finding.of(Cause.CALLBACK_THREAD, component, callbacks)
                        .says(
                                "The threads that call continuations are always busy, mostly in '%s', which has no join.",
                                situation.name(component))
                : Finding.of(Cause.TOO_FEW_THREADS, component, Confidence.CALLERS)
                        .says(
                                "Threads of callers run '%s': its slot and all slots before it are empty.",
                                situation.name(component));
        return Stream.of(finding.because(running));
    }

    private static Finding ring(Situation situation, Bottleneck bottleneck) {
        StageLoad stage = situation.stage(bottleneck.slot());
        return Finding.of(Cause.RING, bottleneck.component(), Confidence.RING)
                .says(
                        "The ring of slot '%s' is full again and again, while its threads are busy for only %.0f %% of the time.",
                        situation.name(stage.slot()), 100 * stage.busy())
                .because(
                        situation.evidence(
                                "slot.blocked.before",
                                seen -> seen.flow().slots().stream()
                                        .limit(stage.slot())
                                        .filter(before -> before.settings() != null)
                                        .reduce((first, second) -> second)
                                        .map(SlotWindow::blocked)
                                        .orElse(0.0),
                                ShareBounds.MUCH,
                                "share"),
                        stage.busyEvidence());
    }
}
