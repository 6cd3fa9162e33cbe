package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/** The future of a caller that awaits only that its event is safe: in a store, or at its end. */
public final class AcceptFuture extends EventFuture {

    @Override
    public void endWith(@Nullable Object value) {
        super.endWith(null);
    }

    @Override
    public boolean awaitsEnd() {
        return false;
    }

    @Override
    public void handedOn() {
        endWith(null);
    }
}
