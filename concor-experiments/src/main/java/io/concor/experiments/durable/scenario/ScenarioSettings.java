package io.concor.experiments.durable.scenario;

import java.time.Duration;

/**
 * How long and how much.
 *
 * @param callers threads that put as many events as are handled
 * @param batch events of one put of such a thread
 * @param perSecond events a second at a fixed rate
 * @param warmUp before it is measured
 * @param time how long it is measured
 * @param backlog events that wait
 * @param hold how long a snapshot is held
 */
public record ScenarioSettings(
        int callers, int batch, int perSecond, Duration warmUp, Duration time, long backlog, Duration hold) {}
