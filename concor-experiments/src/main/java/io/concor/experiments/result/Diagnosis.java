package io.concor.experiments.result;

import java.util.List;

/**
 * What the statistics of an application say of its components, of the ten seconds before each of two moments.
 *
 * @param calmSecond a moment at which all was well, from the start of the ramp
 * @param calm what they said then
 * @param brokenSecond the moment at which it was broken
 * @param broken what they said then
 */
public record Diagnosis(int calmSecond, List<ComponentReading> calm, int brokenSecond, List<ComponentReading> broken) {}
