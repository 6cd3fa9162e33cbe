package io.concor.autoconfigure.propagation;

import org.jspecify.annotations.Nullable;

/** What a thread held; does not change. */
final class Captured {

    private final Pieces pieces;
    private final @Nullable Object[] values;

    /**
     * @param pieces what was looked at
     * @param values what was found, at the same indices
     */
    Captured(Pieces pieces, @Nullable Object[] values) {
        this.pieces = pieces;
        this.values = values;
    }

    /** What was held, as far as the pieces of now can take it. */
    @Nullable
    Object value(Pieces now, int index) {
        return now == pieces ? values[index] : valueOf(now.piece(index));
    }

    private @Nullable Object valueOf(Piece piece) {
        int index = pieces.indexOf(piece);
        return index < 0 ? null : values[index];
    }
}
