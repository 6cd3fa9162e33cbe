package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A piece whose failures leave nothing of somebody else on a thread. What an event brings and cannot be given is
 * thrown, and the event fails; so is what cannot be taken off a thread. Where a thread cannot be given back what is its
 * own, it holds nothing; the first time it is logged.
 */
final class GuardedPiece implements Piece {

    private static final Logger log = LoggerFactory.getLogger(ContextPropagationCarrier.class);

    private final Piece piece;
    private final AtomicBoolean told = new AtomicBoolean();

    /**
     * Stands for what is held where that cannot be read: not nothing, or else nobody would take it from the thread for
     * an event that arrives.
     */
    private record Unreadable(Throwable cause) {}

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
            return new Unreadable(thrown);
        }
    }

    @Override
    public void arrive(@Nullable Object carried) {
        if (carried instanceof Unreadable unreadable) {
            arrive(null);
            throw failure("be read", unreadable.cause());
        }
        try {
            piece.arrive(carried);
        } catch (Throwable thrown) {
            forget();
            throw failure("be set", thrown);
        }
    }

    private IllegalStateException failure(String what, Throwable cause) {
        return new IllegalStateException(
                "What the ContextRegistry knows as '%s' could not %s".formatted(key(), what), cause);
    }

    @Override
    public void leave(@Nullable Object own) {
        if (own instanceof Unreadable unreadable) {
            tell(unreadable.cause());
            leave(null);
            return;
        }
        try {
            piece.leave(own);
        } catch (Throwable thrown) {
            tell(thrown);
            if (own == null || held() != own) {
                forget();
            }
        }
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
                    "A thread could not be given back what it held of '{}' before an event arrived, and holds nothing now; told once only. Mend what is registered in the ContextRegistry by that key.",
                    key(),
                    thrown);
        }
    }
}
