package io.concor.experiments.clientqueues.hostile;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/** One hostile client: what it begins at each tick. Confined to the event loop of the hostile clients. */
final class HostileClient {

    /** Ticks per second. */
    static final int TICKS = 50;

    /** Connections that the client has open at once, besides the receives that wait. */
    private static final int MAX_OPEN = 100;

    /** More receives are begun than end, so that the wanted number is reached. */
    private static final double HEADROOM = 1.5;

    private static final List<Attack> BRIEF = Arrays.stream(Attack.values())
            .filter(attack -> attack != Attack.WAITING_RECEIVE)
            .toList();

    private final int number;
    private final double attacksPerTick;
    private final int waitingWanted;
    private final double receivesPerTick;
    private final BiConsumer<HostileClient, Attack> begin;
    private double attacksDue;
    private double receivesDue;
    private int begun;
    private int open;
    private int waiting;

    /**
     * @param number of the client, from 1
     * @param begin begins an attack; {@link #ended} is called at its end
     */
    HostileClient(int number, HostileSettings settings, BiConsumer<HostileClient, Attack> begin) {
        this.number = number;
        this.attacksPerTick = (double) settings.attacks() / TICKS;
        this.waitingWanted = settings.waitingPerClient();
        this.receivesPerTick = HEADROOM * waitingWanted / settings.patience().toSeconds() / TICKS;
        this.begin = begin;
        this.begun = number; // so that clients do not all do the same at the same time
        this.attacksDue = (double) number % TICKS / TICKS;
        this.receivesDue = attacksDue;
    }

    int number() {
        return number;
    }

    /** Begins what is due. What cannot begin because too much is open is left out. */
    void tick() {
        for (attacksDue += attacksPerTick; attacksDue >= 1; attacksDue--) {
            if (open < MAX_OPEN) {
                open++;
                begin.accept(this, BRIEF.get(begun++ % BRIEF.size()));
            }
        }
        for (receivesDue += receivesPerTick; receivesDue >= 1; receivesDue--) {
            if (waiting < waitingWanted) {
                waiting++;
                begin.accept(this, Attack.WAITING_RECEIVE);
            }
        }
    }

    void ended(Attack attack) {
        if (attack == Attack.WAITING_RECEIVE) {
            waiting--;
        } else {
            open--;
        }
    }
}
