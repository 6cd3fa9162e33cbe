package io.concor.simulator.http;

import io.concor.simulator.load.CallbackHandler;

/** For services that do their work before they answer. */
public final class NoCallbackReceiver implements CallbackReceiver {

    @Override
    public void tell(CallbackHandler arrivals) {}

    @Override
    public String description() {
        return "answer";
    }

    @Override
    public void close() {}
}
