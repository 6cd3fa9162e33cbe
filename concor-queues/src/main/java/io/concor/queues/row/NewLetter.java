package io.concor.queues.row;

/**
 * An event that failed in the memory of a process and is kept as a dead letter.
 *
 * @param event what enters when it is requeued; its queue is that of the slot whose component failed
 * @param enters the slot of the same flow whose queue it enters then
 * @param attempts how often the component was tried
 * @param firstFailedMillis how long ago an attempt failed first
 * @param lastFailedMillis how long ago the last one failed
 * @param failure the last error
 */
public record NewLetter(
        NewRow event, String enters, int attempts, long firstFailedMillis, long lastFailedMillis, RowFailure failure) {}
