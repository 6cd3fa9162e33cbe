package io.concor.simulator.http;

import io.concor.simulator.load.CallbackHandler;

/** The remote party that a service calls later. */
public interface CallbackReceiver extends AutoCloseable {

    /** Where to tell what arrives from now on. */
    void tell(CallbackHandler arrivals);

    /** What completed a request, for the results. */
    String description();

    @Override
    void close();
}
