package io.concor.simulator.load;

import java.time.Duration;

/**
 * The settings of a run.
 *
 * @param profile the rate in each second
 * @param leadIn precedes the profile and is not counted
 * @param maxInFlightOfLeadIn limit of requests in flight during the lead-in; requests due beyond it are skipped
 * @param body template of the request bodies
 * @param firstId id of the first request; ids are consecutive, and 0 follows 999,999,999
 * @param maxInFlight limit of requests in flight; requests due beyond it are counted as not sent
 * @param timeout how long after its due time a request fails
 * @param drain how long the run waits at its end for requests in flight
 * @param spinning whether the pacer spins shortly before a request is due
 * @param completedByResponse whether a response completes a request; otherwise a callback does
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
        boolean completedByResponse) {}
