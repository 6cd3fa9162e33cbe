package io.concor.sample.billing.intake;

import java.util.List;
import java.util.Locale;

/**
 * What has become of many records.
 *
 * @param received how many came
 * @param billed how many are billed
 * @param repeated how many were billed before
 * @param rejected how many stand in the table of rejected records
 * @param failed how many have to be sent again, with the same ids: they were not let in, or something failed
 * @param problems the first records that were rejected or failed
 */
record BulkSummary(long received, long billed, long repeated, long rejected, long failed, List<Problem> problems) {

    /**
     * Why a record is not billed.
     *
     * @param record its place, beginning with 1
     * @param status what its sender would have been answered if it had come alone
     * @param reason why
     */
    record Problem(long record, int status, String reason) {}

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d records: %d billed, %d billed before, %d rejected, %d failed",
                received,
                billed,
                repeated,
                rejected,
                failed);
    }
}
