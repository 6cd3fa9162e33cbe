package io.concor.simulator.http;

import java.util.function.LongConsumer;

/** For services that process a request before they respond. */
final class NoCallbackReceiver implements CallbackReceiver {

    @Override
    public void onCallback(LongConsumer listener) {}

    @Override
    public String description() {
        return "answer";
    }

    @Override
    public void close() {}
}
