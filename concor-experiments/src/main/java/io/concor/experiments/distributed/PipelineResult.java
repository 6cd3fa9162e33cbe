package io.concor.experiments.distributed;

import java.time.Duration;

/**
 * What a run has measured.
 *
 * @param time from the first element sent to the last one ended
 * @param cpu of all processes, the broker's included, in that time
 * @param outOfOrder elements that did not end in their place
 */
record PipelineResult(Duration time, Duration cpu, int outOfOrder) {}
