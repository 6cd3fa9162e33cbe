package io.concor.sample.billing;

import java.time.Instant;

/**
 * A call, as a switch has recorded it.
 *
 * @param id from the sender; billed at most once
 * @param caller the number of the line that is charged: digits, country code first
 * @param called the number that was called: digits, country code first
 * @param start when the call began, to the millisecond
 * @param seconds how long it took
 */
public record CallRecord(String id, String caller, String called, Instant start, int seconds) {}
