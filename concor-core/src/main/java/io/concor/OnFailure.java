package io.concor;

import java.util.Locale;

/** What happens to later events of a durable slot while an event that failed there is neither recovered, requeued nor deleted. */
public enum OnFailure {
    /** Those of the same key wait; where one thread serves the component and it has no key, all. */
    HOLD_KEY,
    /** They pass. */
    SKIP;

    /** Returns the name in the configuration, such as {@code hold-key}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
