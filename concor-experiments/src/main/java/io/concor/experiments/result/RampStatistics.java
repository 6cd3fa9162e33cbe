package io.concor.experiments.result;

import java.util.List;

/**
 * Statistics of the components of an application, of the ten seconds before each of two times.
 *
 * @param calmSecond time at which the application was stable, in seconds from the start of the ramp
 * @param calm statistics at this time
 * @param brokenSecond time at which the application was broken
 * @param broken statistics at this time
 */
public record RampStatistics(
        int calmSecond, List<ComponentReading> calm, int brokenSecond, List<ComponentReading> broken) {}
