package io.concor.diagnosis.advice;

import io.concor.BatchSettings;
import io.concor.JoinSettings;
import io.concor.TaskKind;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.ShareBounds;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.situation.TaskErrors;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Says how many threads a slot should have, and how large its ring should be. */
final class ThreadAdvisor {

    /** How many times as many threads or connections advice names at most. */
    static final int MOST_GROWTH = 4;

    private final Situation situation;
    private final ThreadNeeds needs;
    private final double offered;

    ThreadAdvisor(Situation situation) {
        this.situation = situation;
        this.needs = new ThreadNeeds(situation);
        this.offered = situation.traffic().offered();
    }

    /** Advises more threads. A slot that has as many as a join may have gets no advice. */
    List<Advice> more(int component) {
        JoinSettings settings = situation.stages().join(component);
        if (settings == null) {
            return ownJoin(component);
        }
        int slot = situation.slotServing(component);
        Optional<ConnectionUse> usedUp =
                ConnectionUse.of(situation, slot).filter(use -> use.isUsedUpBy(settings.threads()));
        if (usedUp.isPresent()) {
            return List.of(new ConnectionAdvisor(situation).more(usedUp.get().pool(), slot, settings));
        }
        // the threads would be enough for what arrives, and only what waited before keeps them busy
        boolean draining = situation.stage(slot).busy() >= ShareBounds.ALWAYS
                && needs.unbounded(slot, offered) <= settings.threads();
        return Stream.concat(
                        largerBatches(slot, settings),
                        draining
                                ? patience(slot)
                                : new TaskErrors(situation, component).isSilent()
                                        ? unknownNumber(component)
                                        : moreThreads(slot, settings))
                .toList();
    }

    /** More threads would all wait, too, if what they wait for does not answer. */
    private Stream<Advice> unknownNumber(int component) {
        return Stream.of(Advice.ofText(
                "No call of '%s' has ended in the last %d seconds. Check whether the system that it calls answers. How many threads are needed is unknown until calls end.",
                situation.name(component), situation.recent().size()));
    }

    private Stream<Advice> patience(int slot) {
        return Stream.of(Advice.ofText(
                "Slot '%s' takes %.0f events per second and %.0f arrive. Its threads suffice: the queue will drain without a change.",
                situation.name(slot), situation.stage(slot).taken(), offered));
    }

    private Stream<Advice> moreThreads(int slot, JoinSettings settings) {
        int threads = growth(slot, settings);
        return threads > settings.threads()
                ? Stream.of(resize(slot, settings, threads, enough(slot, threads)))
                : Stream.empty();
    }

    /** Words only: how long a call with more events takes is not known. A target sizes the batches itself. */
    private Stream<Advice> largerBatches(int slot, JoinSettings settings) {
        BatchSettings batches = settings.batchingOrDefault();
        boolean mayGrow = situation.component(slot).kind() == TaskKind.BATCH
                && batches.target() == null
                && batches.size() < BatchSettings.MAX_SIZE;
        return mayGrow
                ? Stream.of(Advice.ofText(
                        "Batches in slot '%s' are full with %d events. Allow larger ones (batch), if a call with twice the events takes less than twice the time.",
                        situation.name(slot), batches.size()))
                : Stream.empty();
    }

    /** Says what the number of threads rests on, so that it can be compared with those of warnings and of the autopilot. */
    private String enough(int slot, int threads) {
        double busy = needs.busy(slot, offered);
        return given(slot, threads)
                + (busy < threads
                        ? Sentence.of(
                                " At %.0f events per second their utilisation is %.0f %%.",
                                offered, 100 * busy / threads)
                        : Sentence.of(
                                " They do not keep up yet: %.0f events per second keep %.0f busy.",
                                offered, Math.ceil(busy)));
    }

    private String given(int slot, int threads) {
        return Sentence.of("Give slot '%s' %s.", situation.name(slot), Sentence.counted(threads, "thread", "threads"));
    }

    /** The threads that the offered rate needs, but not more than four times as many at once. */
    private int growth(int slot, JoinSettings settings) {
        int wanted = needs.of(slot, offered);
        int most = Math.min(JoinSettings.MAX_THREADS, MOST_GROWTH * settings.threads());
        return Math.min(most, Math.max(settings.threads() + 1, wanted));
    }

    /** Advises as many threads as there are processors; a join of its own bounds those of callers and clients. */
    List<Advice> fewer(int component) {
        JoinSettings settings = situation.stages().join(component);
        if (settings == null) {
            return ownJoin(component);
        }
        int slot = situation.slotServing(component);
        int threads = situation.host().wholeProcessors();
        return threads < settings.threads()
                ? List.of(resize(slot, settings, threads, given(slot, threads)))
                : List.of();
    }

    /** Advises a join of its own for a component; nothing for the whole flow. */
    List<Advice> ownJoin(int component) {
        if (component < 0) {
            return List.of();
        }
        int wanted = Math.max(2, situation.host().wholeProcessors());
        int threads = Math.min(needs.mostWithConnection(component), wanted);
        return List.of(change(
                component,
                JoinSettings.fixed(threads),
                Sentence.of("Give '%s' threads of its own.", situation.name(component))));
    }

    /** Advises a larger ring. */
    List<Advice> capacity(int slot) {
        JoinSettings settings = slot < 0 ? null : situation.settings(slot);
        return settings == null
                ? List.of()
                : List.of(change(
                        slot,
                        settings.capacity(Math.min(JoinSettings.MAX_CAPACITY, 4 * settings.capacity())),
                        Sentence.of("Give slot '%s' a larger ring.", situation.name(slot))));
    }

    private Advice resize(int slot, JoinSettings settings, int threads, String text) {
        return change(
                slot,
                ResizedJoin.of(settings, threads, situation.component(slot).kind()),
                text);
    }

    private Advice change(int slot, JoinSettings settings, String text) {
        return new Advice(text, null, null, new SlotAdvice(situation.name(slot), settings, null));
    }
}
