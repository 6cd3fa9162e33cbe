package io.concor.simulator.queues.check;

import java.util.List;

/**
 * What the check of the messages found. Messages between processes are checked by their content only.
 *
 * @param acknowledged messages whose send was acknowledged
 * @param received messages received, without those that came again
 * @param lost messages acknowledged and never received
 * @param unknown messages acknowledged and never received, which may have been in a receive without an answer that would have
 *     deleted them
 * @param unreceived messages acknowledged and not received because the drain did not end in time; lost and unknown are then 0
 * @param twice messages received again that must not have come again
 * @param wrong messages with a wrong content, sender or id, or received by a client or from a queue that they were not sent to
 * @param again messages that came back, as they may, because they were not ended during their lease
 * @param ofOtherRuns messages of other processes and earlier runs
 * @param examples the first messages that were lost, twice or wrong, in words
 */
public record DeliveryResult(
        long acknowledged,
        long received,
        long lost,
        long unknown,
        long unreceived,
        long twice,
        long wrong,
        long again,
        long ofOtherRuns,
        List<String> examples) {

    /** Whether no message was lost, twice or wrong, as far as the run could find out. */
    public boolean isCorrect() {
        return lost + unreceived + twice + wrong == 0;
    }
}
