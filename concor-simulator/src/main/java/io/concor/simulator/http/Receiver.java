package io.concor.simulator.http;

import io.concor.simulator.load.Arrivals;

/** The remote party that a service calls later. */
public interface Receiver extends AutoCloseable {

    /** Where to tell what arrives from now on. */
    void tell(Arrivals arrivals);

    /** What completed a request, for the results. */
    String description();

    @Override
    void close();
}
