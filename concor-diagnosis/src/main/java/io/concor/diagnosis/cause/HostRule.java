package io.concor.diagnosis.cause;

import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Bottleneck.Place;
import io.concor.diagnosis.situation.HostLoad;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.StageLoad;
import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.List;
import java.util.stream.Stream;

/**
 * Causes outside of the flow's threads: processors, other processes, the garbage collector. Busy processors limit a flow
 * only if its threads compute or wait for a processor, and not if they wait for something else; or if it waits for
 * continuations, whose threads may lack one.
 */
final class HostRule implements CauseRule {

    private static final double NEIGHBOUR_STARVES = 0.2;

    @Override
    public Stream<Finding> check(Situation situation, Bottleneck bottleneck) {
        double most = situation.host().collectsAlways() ? Confidence.AT_MOST_IF_COLLECTED_ALWAYS : 1;
        return Stream.concat(
                collection(situation, bottleneck),
                missingProcessors(situation, bottleneck)
                        .map(finding -> finding.atMost(most))
                        .map(finding -> withPressure(situation, finding))
                        .map(finding -> withLimit(situation, finding)));
    }

    private static Finding withPressure(Situation situation, Finding finding) {
        if (situation.host().pressure().isEmpty()) {
            return finding;
        }
        Evidence pressure = situation.evidence(
                "system.cpu.pressure", seen -> seen.host().pressure().orElse(0), ShareBounds.MOST, "share");
        return pressure.value() >= ShareBounds.MOST ? finding.because(pressure) : finding.against(pressure);
    }

    private static Finding withLimit(Situation situation, Finding finding) {
        Evidence stopped = situation.evidence(
                "process.cpu.stopped", seen -> seen.host().stopped().orElse(0), ShareBounds.MOST, "share");
        return stopped.value() >= ShareBounds.MOST ? finding.because(stopped) : finding;
    }

    private static Stream<Finding> missingProcessors(Situation situation, Bottleneck bottleneck) {
        if (!situation.host().limitsBottleneck()) {
            return Stream.empty();
        }
        return bottleneck.place() == Place.TRANSITION
                ? ofClients(situation, bottleneck.component())
                : processors(situation, bottleneck);
    }

    private static Stream<Finding> ofClients(Situation situation, int transition) {
        Stream<Finding> users = situation.host().isSaturatedByProcess()
                ? Stream.of(new OwnUse(situation).ofClients(transition))
                : neighbour(situation, Bottleneck.ELSEWHERE);
        return users.map(finding -> finding.atMost(Confidence.AT_MOST_IF_CLIENTS_MAY_LACK));
    }

    private static Stream<Finding> collection(Situation situation, Bottleneck bottleneck) {
        HostLoad host = situation.host();
        if (!host.collects()) {
            return host.collectsAlways() ? Stream.of(stalls(situation, bottleneck)) : Stream.empty();
        }
        Evidence share = host.collection();
        double certainty = host.lacksProcessors() ? Confidence.TIMES_IF_COLLECTION_IS_STARVED : 1;
        double confidence = certainty * (Confidence.COLLECTION_AT_LEAST + share.value());
        return Stream.of(Finding.of(Cause.GARBAGE_COLLECTION, Finding.WHOLE_FLOW, confidence)
                .says("Garbage collection stops the application for %.0f %% of the time.", 100 * share.value())
                .because(share));
    }

    /** A collector that hardly stops the application makes threads wait for memory that it has not freed yet. */
    private static Finding stalls(Situation situation, Bottleneck bottleneck) {
        HostLoad host = situation.host();
        double stalled = stalled(situation, bottleneck);
        double confidence = stalled >= ShareBounds.MUCH
                ? Confidence.STALLS_AT_LEAST + (1 - Confidence.STALLS_AT_LEAST) * stalled
                : host.lacksProcessors() ? Confidence.COLLECTION_ON_BUSY_PROCESSORS : Confidence.PERHAPS_STALLS;
        Finding finding = Finding.of(Cause.GARBAGE_COLLECTION, Finding.WHOLE_FLOW, confidence)
                .says("The garbage collector works all the time, so that threads may wait for memory.")
                .because(host.concurrentCollection());
        return stalled > 0
                ? finding.because(situation.evidence("thread.stopped", stalled, ShareBounds.MUCH, "share"))
                : finding;
    }

    /** The share of the stacks whose threads could go on, but did not, and that not because they waited for a processor. */
    private static double stalled(Situation situation, Bottleneck bottleneck) {
        StackProfile look = situation.look();
        double stopped = look == null || !look.isKnown() ? 0 : look.stoppedShare();
        double starved = bottleneck.stage(situation).map(StageLoad::starved).orElse(0.0);
        return Math.max(0, stopped - starved);
    }

    private static Stream<Finding> processors(Situation situation, Bottleneck bottleneck) {
        // a load of callers' threads may have begun within the last seconds
        boolean latest =
                bottleneck.place() == Place.OUTSIDE && !situation.host().isSaturatedByProcess();
        Situation load = latest ? situation.latest(Bottleneck.WHOLE_SECONDS) : situation;
        List<Finding> users = Stream.concat(new OwnUse(load).at(bottleneck), neighbour(situation, bottleneck))
                .toList();
        return users.isEmpty() ? starved(situation, bottleneck) : users.stream();
    }

    /** Threads that get all the processor time that they want are not limited by other processes. */
    private static Stream<Finding> neighbour(Situation situation, Bottleneck bottleneck) {
        if (bottleneck
                .stage(situation)
                .filter(stage -> !stage.isStarved(NEIGHBOUR_STARVES))
                .isPresent()) {
            return Stream.empty();
        }
        HostLoad host = situation.host();
        double eased = host.easing();
        double all = host.system().orElse(0);
        double others = all - host.process().orElse(all);
        double processors = host.processors();
        return all < HostLoad.SYSTEM_SATURATED * processors * eased || others < ShareBounds.MUCH * processors * eased
                ? Stream.empty()
                : Stream.of(Finding.of(
                                Cause.NOISY_NEIGHBOUR,
                                Finding.WHOLE_FLOW,
                                Confidence.NEIGHBOUR_AT_LEAST + 0.2 * others / processors)
                        .says("Other processes use %s processors, which are all busy.", host.inWords(others))
                        .because(
                                situation.evidence(
                                        "system.cpu.others", others / processors, ShareBounds.MUCH * eased, "share"),
                                situation.evidence(
                                        "system.cpu.usage",
                                        all / processors,
                                        HostLoad.SYSTEM_SATURATED * eased,
                                        "share")));
    }

    /**
     * Threads of a stage that wait for a processor although the averages show no process that keeps them busy: it may have
     * begun within the last seconds, or a limit of the container may stop this one. Nothing if that is not known.
     */
    private static Stream<Finding> starved(Situation situation, Bottleneck bottleneck) {
        return bottleneck
                .stage(situation)
                .filter(stage -> stage.processorShare().isPresent() && stage.starved() >= ShareBounds.MUCH)
                .map(stage -> starved(situation, bottleneck, stage.starved()))
                .stream();
    }

    private static Finding starved(Situation situation, Bottleneck bottleneck, double share) {
        double own = situation.host().process().orElse(0);
        double others = situation.host().others();
        return Finding.of(
                        others > own ? Cause.NOISY_NEIGHBOUR : Cause.CPU,
                        others > own ? Finding.WHOLE_FLOW : bottleneck.component(),
                        Confidence.UNSEEN_USER)
                .says(
                        "The busy threads of slot '%s' wait for a processor for %.0f %% of their time: this process uses %s, others use %.1f.",
                        situation.name(bottleneck.slot()),
                        100 * share,
                        situation.host().inWords(own),
                        others)
                .because(situation.evidence("slot.threads.starved", share, ShareBounds.MUCH, "share"));
    }
}
