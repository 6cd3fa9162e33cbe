package io.concor.experiments;

import java.util.List;

/**
 * What the statistics of an application say of its components, of the ten seconds before each of two moments.
 *
 * @param calmSecond a moment at which all was well, from the start of the ramp
 * @param calm what they said then
 * @param brokenSecond the moment at which it was broken
 * @param broken what they said then
 */
record Diagnosis(int calmSecond, List<Reading> calm, int brokenSecond, List<Reading> broken) {}
