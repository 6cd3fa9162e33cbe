package io.concor.autoconfigure.datasource;

import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import org.jspecify.annotations.Nullable;

/** A connection pool of a data source. Thread-safe. */
interface ReadablePool {

    /** Returns the same object for the same pool. */
    Object identity();

    /** Returns the property that limits its connections, or null if it is unknown. */
    @Nullable
    String setting();

    /** Returns the state of the pool now, or null if it has not started, is closed or reports too little. */
    @Nullable
    PoolReading read();
}
