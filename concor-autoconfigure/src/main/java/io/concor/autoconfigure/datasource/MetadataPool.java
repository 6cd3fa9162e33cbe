package io.concor.autoconfigure.datasource;

import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;

/**
 * A pool that Spring Boot knows, which does not report how many threads wait. It is named by its bean: which property
 * limits its connections depends on how that is configured.
 *
 * @param bean the name of the data source
 */
record MetadataPool(String bean, DataSourcePoolMetadata pool) implements ReadablePool {

    private static final String SIGNAL = "jdbc.connections";

    @Override
    public Object identity() {
        return this;
    }

    @Override
    public @Nullable String setting() {
        return null;
    }

    @Override
    public @Nullable PoolReading read() {
        Integer active = pool.getActive();
        Integer most = pool.getMax();
        return active == null || most == null || most <= 0 // unlimited
                ? null
                : new PoolReading(bean, bean, SIGNAL, setting(), most, active, null);
    }
}
