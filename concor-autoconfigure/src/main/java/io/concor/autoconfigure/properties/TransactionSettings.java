package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * A transaction scope: components that run in one transaction for each event.
 *
 * @param from Name of the first component. Required.
 * @param to Name of the last component. Default: the first component.
 * @param manager Name of the bean of the transaction manager. Default: the only one, or the primary one.
 * @param timeout Timeout of the transaction in whole seconds, 1s to 1d. Statements after the timeout fail. Default: that of
 *     the transaction manager.
 * @param readOnly Whether the transaction is read-only.
 * @param isolation Isolation level of the transaction.
 * @param spansRemote Whether the transaction may hold its connection while a remote task runs. If true, there is no warning
 *     at start-up.
 */
@ConfigurationPropertiesSource
public record TransactionSettings(
        @Nullable String from,
        @Nullable String to,
        @Nullable String manager,
        @Nullable Duration timeout,
        @DefaultValue("false") boolean readOnly,
        @DefaultValue("default") Isolation isolation,
        @DefaultValue("false") boolean spansRemote) {

    private static final Duration LONGEST = Duration.ofDays(1);

    /** The isolation level of a transaction. */
    public enum Isolation {
        /** The default of the database or of the connection pool. */
        DEFAULT,
        /** Reads may return uncommitted data of other transactions. */
        READ_UNCOMMITTED,
        /** Reads return committed data only. */
        READ_COMMITTED,
        /** Repeated reads of a row return the same data. */
        REPEATABLE_READ,
        /** Transactions behave as if they ran one after the other. */
        SERIALIZABLE
    }

    /** Checks the timeout. */
    public TransactionSettings {
        if (timeout != null && !allowed(timeout)) {
            throw InvalidSettingException.outOfBounds("timeout", timeout, "whole seconds from 1s to 1d");
        }
    }

    private static boolean allowed(Duration timeout) {
        return timeout.getNano() == 0
                && timeout.compareTo(Duration.ofSeconds(1)) >= 0
                && timeout.compareTo(LONGEST) <= 0;
    }
}
