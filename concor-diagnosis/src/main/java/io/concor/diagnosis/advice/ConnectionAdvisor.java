package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import io.concor.diagnosis.signal.StackProfile;
import io.concor.diagnosis.situation.ConnectionUse;
import io.concor.diagnosis.situation.PoolShortage;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.text.Sentence;
import java.util.List;
import java.util.OptionalDouble;

/** Says how many connections a pool should have, and by which property. */
record ConnectionAdvisor(Situation situation) {

    /** With fewer of the connections in use, the flow is not what needs more. */
    private static final double OWN_SHARE = 0.5;

    /** Advises about each pool for whose connections threads wait; in words, if none is known that {@code name} uses. */
    List<Advice> more(String name) {
        List<Advice> known = situation.pools().stream()
                .filter(pool -> pool.pending().average() > 0
                        || PoolShortage.of(situation, pool).isPresent())
                .map(this::more)
                .toList();
        return known.isEmpty()
                ? List.of(Advice.ofText("Allow more connections in the pool that %s uses.", name))
                : known;
    }

    /** Advises about a pool of which each thread of a slot has a connection, or of which there are fewer than threads. */
    Advice more(PoolWindow pool, int slot, JoinSettings settings) {
        return settings.threads() > pool.most()
                ? forThreads(pool, slot, settings)
                : forConnections(pool, slot, settings);
    }

    private Advice forThreads(PoolWindow pool, int slot, JoinSettings settings) {
        int wanted = connectionsFor(pool, situation.traffic().offered());
        String text = Sentence.of(
                "The %d threads of slot '%s' share the %d connections of %s, and all are in use. Allow %d connections.",
                settings.threads(), situation.name(slot), pool.most(), inWords(pool), wanted);
        return setting(text, pool, wanted);
    }

    private static Advice setting(String text, PoolWindow pool, int wanted) {
        String setting = pool.setting();
        return setting == null ? Advice.ofText(text) : Advice.ofSetting(text, setting, Integer.toString(wanted));
    }

    private Advice forConnections(PoolWindow pool, int slot, JoinSettings settings) {
        int wanted = Math.max(
                settings.threads() + 1,
                Math.min(
                        ThreadAdvisor.MOST_GROWTH * settings.threads(),
                        new ThreadNeeds(situation)
                                .unbounded(slot, situation.traffic().offered())));
        String text = Sentence.of(
                "Slot '%s' has as many threads as %s has connections, and all are in use. Allow %d connections, then give the slot as many threads.",
                situation.name(slot), inWords(pool), wanted);
        return setting(text, pool, wanted);
    }

    /** Words, unless it is known which property limits the pool: another one would have no effect. */
    private Advice more(PoolWindow pool) {
        OptionalDouble own = held(pool);
        if (own.orElse(pool.most()) < OWN_SHARE * pool.active().average()) {
            return Advice.ofText(
                    "Find out what else holds connections of %s: of the %.0f in use, the events of this flow have %.0f.",
                    inWords(pool), pool.active().average(), own.getAsDouble());
        }
        int wanted = connectionsFor(pool, situation.traffic().offered());
        String setting = pool.setting();
        return setting == null
                ? Advice.ofText("Raise the maximum size of %s to %d.", inWords(pool), wanted)
                : Advice.ofSetting(
                        Sentence.of("Allow more connections in pool '%s': %s.", pool.name(), needed(pool, wanted)),
                        setting,
                        Integer.toString(wanted));
    }

    private String needed(PoolWindow pool, int wanted) {
        double used = used(pool, situation.traffic().offered());
        return used < wanted
                ? Sentence.of(
                        "%.0f events per second need %.1f at once",
                        situation.traffic().offered(), used)
                : Sentence.of(
                        "%.0f events per second need more than %d at once while each holds one as long as now",
                        situation.traffic().offered(), wanted);
    }

    /**
     * Returns how many connections of a pool the events of the flow have; empty unless a closer look was at the threads
     * that take them.
     */
    private OptionalDouble held(PoolWindow pool) {
        StackProfile look = situation.look();
        int looked = situation.bottleneck().slot();
        return look == null || !look.isKnown()
                ? OptionalDouble.empty()
                : ConnectionUse.of(situation)
                        .filter(use -> use.pool().equals(pool) && situation.slotServing(use.taker()) == looked)
                        .stream()
                        .mapToDouble(use -> use.holding(situation, look.connectingShare()))
                        .findFirst();
    }

    /** Not one for each thread that waits: connections that are free sooner serve the next ones. */
    private int connectionsFor(PoolWindow pool, double rate) {
        int wanted = (int) Math.ceil(used(pool, rate) / ThreadNeeds.UTILISATION);
        return Math.max(pool.most() + 1, Math.min(ThreadAdvisor.MOST_GROWTH * pool.most(), wanted));
    }

    /** Returns how many connections a rate keeps in use. */
    private double used(PoolWindow pool, double rate) {
        return pool.active().average() * rate / Math.max(1, connecting());
    }

    /** Returns how many events per second have used a connection: some of those that end by their timeout have, too. */
    private double connecting() {
        double taken = ConnectionUse.of(situation)
                .map(use -> situation.slotServing(use.taker()))
                .filter(slot -> slot >= 0)
                .map(slot -> situation.stage(slot).taken())
                .orElse(0.0);
        return Math.max(taken, situation.traffic().handled());
    }

    private static String inWords(PoolWindow pool) {
        return pool.bean() == null
                ? Sentence.of("the pool '%s'", pool.name())
                : Sentence.of("the pool '%s' (data source bean '%s')", pool.name(), pool.bean());
    }
}
