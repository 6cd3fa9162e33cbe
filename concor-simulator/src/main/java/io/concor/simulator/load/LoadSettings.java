package io.concor.simulator.load;

import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.LoadProfile;
import java.time.Duration;

/**
 * What to send, and for how long to wait.
 *
 * @param profile when requests are due
 * @param leadIn what comes before, and is not counted
 * @param maxInFlightOfLeadIn requests in flight at most meanwhile; what is due beyond is left out
 * @param body makes the body of each request
 * @param firstId id of the first request; each further one has the next, and 0 follows 999,999,999
 * @param maxInFlight requests in flight at most; what is due beyond is counted as not sent
 * @param timeout from when a request was due to when nobody waits for it any more
 * @param drain how long to wait at the end for what is in flight
 * @param spinning whether the pace spins for the last moments before a request is due
 * @param completedByAnswer whether an answer completes a request; otherwise an arrival at the receiver does
 */
public record LoadSettings(
        LoadProfile profile,
        LeadIn leadIn,
        int maxInFlightOfLeadIn,
        BodyTemplate body,
        long firstId,
        int maxInFlight,
        Duration timeout,
        Duration drain,
        boolean spinning,
        boolean completedByAnswer) {}
