package io.concor.layout;

import java.util.Locale;

/** How often the effects of a stage happen for an event that its slot keeps in a store, if processes die. */
public enum DeliveryGuarantee {
    /** Once: they and the removal of the event are one transaction of the store's database. */
    EXACTLY_ONCE,
    /** Once or more often: an event whose effects have happened may be handled again. */
    AT_LEAST_ONCE;

    /** Returns the name in endpoints, such as {@code exactly-once}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
