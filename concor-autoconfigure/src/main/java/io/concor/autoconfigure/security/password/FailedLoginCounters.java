package io.concor.autoconfigure.security.password;

import java.util.LinkedHashMap;
import java.util.Map;

/** Counts the failed log-ins of each remote address, for at most a thousand addresses. Thread-safe. */
final class FailedLoginCounters {

    static final int MOST_ADDRESSES = 1_000;

    /** In the order in which their minutes begin, and end. Guarded by this object. */
    private final Map<String, FailedLogins> byAddress = new LinkedHashMap<>();

    /** Returns the counter of the present minute of an address. Drops the oldest minute when there are too many. */
    synchronized FailedLogins of(String address, long nowNanos) {
        byAddress.values().removeIf(minute -> minute.hasEnded(nowNanos));
        FailedLogins counter = byAddress.computeIfAbsent(address, any -> new FailedLogins(nowNanos));
        if (byAddress.size() > MOST_ADDRESSES) {
            byAddress.remove(byAddress.keySet().iterator().next());
        }
        return counter;
    }
}
