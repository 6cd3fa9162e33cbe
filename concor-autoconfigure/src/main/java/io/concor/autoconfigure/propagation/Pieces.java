package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * All that is carried, as it is registered at one time; does not change. They arrive in the order in which they were
 * registered and leave in the reverse order, but the MDC is always the last: a tracer writes to it as scopes are opened
 * and closed.
 */
final class Pieces {

    private static final boolean OBSERVATIONS = ClassUtils.isPresent(
            "io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor",
            Pieces.class.getClassLoader());

    private final List<ThreadLocalAccessor<?>> live;
    private final ThreadLocalAccessor<?>[] registered;
    /** Those that are not registered any more, the others, the MDC. */
    private final GuardedPiece[] pieces;

    /** How many are not registered any more: events that are under way may have brought them to threads. */
    private final int retired;

    /**
     * What is registered now.
     *
     * @param live the list of a registry, which shows what is registered at any time
     */
    static Pieces of(List<ThreadLocalAccessor<?>> live) {
        return new Pieces(live, new GuardedPiece[0]);
    }

    private Pieces(List<ThreadLocalAccessor<?>> live, GuardedPiece[] before) {
        this.live = live;
        this.registered = live.toArray(ThreadLocalAccessor[]::new);
        GuardedPiece[] carried = carried(registered, before);
        GuardedPiece[] gone = Arrays.stream(before)
                .filter(piece -> indexOf(piece, carried) < 0)
                .toArray(GuardedPiece[]::new);
        this.retired = gone.length;
        this.pieces = Stream.of(gone, carried).flatMap(Arrays::stream).toArray(GuardedPiece[]::new);
    }

    private static GuardedPiece[] carried(ThreadLocalAccessor<?>[] registered, GuardedPiece[] before) {
        List<GuardedPiece> carried = new ArrayList<>();
        GuardedPiece mdc = new GuardedPiece(MdcPiece.present());
        for (ThreadLocalAccessor<?> accessor : registered) {
            if (accessor.key().equals(Slf4jThreadLocalAccessor.KEY)) {
                mdc = new GuardedPiece(new AccessorPiece(accessor));
            } else {
                carried.add(known(accessor, before).orElseGet(() -> made(accessor)));
            }
        }
        carried.add(mdc);
        return carried.toArray(GuardedPiece[]::new);
    }

    private static Optional<GuardedPiece> known(ThreadLocalAccessor<?> accessor, GuardedPiece[] before) {
        return Arrays.stream(before).filter(piece -> piece.isOf(accessor)).findFirst();
    }

    private static GuardedPiece made(ThreadLocalAccessor<?> accessor) {
        return new GuardedPiece(OBSERVATIONS ? ObservationPiece.of(accessor) : new AccessorPiece(accessor));
    }

    /**
     * Whether they are still what is registered. A registry puts what is registered, or registered anew, at the end, so
     * that two looks are enough.
     */
    boolean upToDate() {
        int size = registered.length;
        return live.size() == size && (size == 0 || last(size) == registered[size - 1]);
    }

    private @Nullable ThreadLocalAccessor<?> last(int size) {
        try {
            return live.get(size - 1);
        } catch (IndexOutOfBoundsException justRemoved) {
            return null;
        }
    }

    /** What is registered now; what was before is not forgotten. */
    Pieces renewed() {
        return new Pieces(live, pieces);
    }

    Piece piece(int index) {
        return pieces[index];
    }

    /** Where the piece, or one like it, is; a negative number for nowhere. */
    int indexOf(Piece piece) {
        return indexOf(piece, pieces);
    }

    private static int indexOf(Piece piece, Piece[] pieces) {
        for (int i = 0; i < pieces.length; i++) {
            if (pieces[i].sameAs(piece)) {
                return i;
            }
        }
        return -1;
    }

    /** What the calling thread holds, or null for nothing. */
    @Nullable
    Captured capture() {
        @Nullable Object @Nullable [] values = null;
        for (int i = retired; i < pieces.length; i++) {
            Object held = pieces[i].held();
            if (held != null) {
                values = values == null ? new Object[pieces.length] : values;
                values[i] = held;
            }
        }
        return values == null ? null : new Captured(this, values);
    }

    /** Makes the calling thread hold what an event brings, and nothing else. */
    void arrive(@Nullable Captured captured) {
        Throwable failure = null;
        for (int i = 0; i < pieces.length; i++) {
            try {
                pieces[i].arrive(captured == null ? null : captured.value(this, i));
            } catch (RuntimeException | Error thrown) {
                failure = Failures.and(failure, thrown);
            }
        }
        Failures.rethrow(failure);
    }

    /** Makes the calling thread hold what it held before. */
    void leave(@Nullable Captured own) {
        Throwable failure = null;
        int last = pieces.length - 1;
        for (int turn = 1; turn <= pieces.length; turn++) {
            int i = turn <= last ? last - turn : last;
            try {
                pieces[i].leave(own == null ? null : own.value(this, i));
            } catch (RuntimeException | Error thrown) {
                failure = Failures.and(failure, thrown);
            }
        }
        Failures.rethrow(failure);
    }
}
