package io.concor;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Carries notes; what a test wants to fail, fails. */
final class FailingCarrier implements ThreadLocalCarrier {

    enum Call {
        CAPTURE,
        RESTORE,
        CLEAR
    }

    private final Notes notes;
    private volatile Set<Call> failing = EnumSet.noneOf(Call.class);
    private volatile boolean mute;

    FailingCarrier(Notes notes) {
        this.notes = notes;
    }

    void fails(Call... calls) {
        failing = calls.length == 0 ? EnumSet.noneOf(Call.class) : EnumSet.of(calls[0], calls);
    }

    /** From now on what it throws cannot be told. */
    void isMute() {
        mute = true;
    }

    private void at(Call call) {
        if (mute && failing.contains(call)) {
            throw new MuteException();
        }
        if (failing.contains(call)) {
            throw new IllegalStateException(call + " on purpose");
        }
    }

    @Override
    public @Nullable Object capture() {
        at(Call.CAPTURE);
        return notes.capture();
    }

    @Override
    public void restore(@Nullable Object captured) {
        at(Call.RESTORE);
        notes.restore(captured);
    }

    @Override
    public void clear(@Nullable Object own) {
        at(Call.CLEAR);
        notes.clear(own);
    }
}
