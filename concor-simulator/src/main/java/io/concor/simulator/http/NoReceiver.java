package io.concor.simulator.http;

import io.concor.simulator.load.Arrivals;

/** For services that do their work before they answer. */
public final class NoReceiver implements Receiver {

    @Override
    public void tell(Arrivals arrivals) {}

    @Override
    public String description() {
        return "answer";
    }

    @Override
    public void close() {}
}
