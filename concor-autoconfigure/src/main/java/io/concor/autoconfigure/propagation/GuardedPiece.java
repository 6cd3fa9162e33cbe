package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A piece whose failures harm nothing else: what cannot be read is not carried, and where something cannot be set, the
 * thread holds nothing rather than what belongs to somebody else. The first failure is logged. What cannot even be
 * forgotten is thrown.
 */
final class GuardedPiece implements Piece {

    private static final Logger log = LoggerFactory.getLogger(ContextPropagationCarrier.class);

    /**
     * What is held where that cannot be read: not nothing, or else nobody would take it from the thread for an event that
     * arrives; to an event, and as what is given back to the thread, it is nothing.
     */
    private static final Object UNREADABLE = "unreadable";

    private final Piece piece;
    private final AtomicBoolean told = new AtomicBoolean();

    GuardedPiece(Piece piece) {
        this.piece = piece;
    }

    @Override
    public Object key() {
        return piece.key();
    }

    @Override
    public @Nullable Object held() {
        try {
            return piece.held();
        } catch (Throwable thrown) {
            tell(thrown);
            return UNREADABLE;
        }
    }

    @Override
    public void arrive(@Nullable Object carried) {
        try {
            piece.arrive(known(carried));
        } catch (Throwable thrown) {
            tell(thrown);
            forget();
        }
    }

    @Override
    public void leave(@Nullable Object own) {
        try {
            piece.leave(known(own));
        } catch (Throwable thrown) {
            tell(thrown);
            if (known(own) == null || held() != own) {
                forget();
            }
        }
    }

    private static @Nullable Object known(@Nullable Object held) {
        return held == UNREADABLE ? null : held;
    }

    @Override
    public void forget() {
        piece.forget();
    }

    @Override
    public boolean isOf(ThreadLocalAccessor<?> accessor) {
        return piece.isOf(accessor);
    }

    @Override
    public boolean sameAs(Piece other) {
        return other instanceof GuardedPiece guarded && piece.sameAs(guarded.piece);
    }

    private void tell(Throwable thrown) {
        if (told.compareAndSet(false, true)) {
            log.error(
                    "'{}' cannot be carried with an event; the event goes on without it; told once only. Mend what is registered in the ContextRegistry by that key.",
                    key(),
                    thrown);
        }
    }
}
