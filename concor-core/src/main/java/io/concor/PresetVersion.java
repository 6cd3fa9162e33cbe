package io.concor;

/**
 * What was saved under a preset's name at one time.
 *
 * @param number grows by one each time; 1 for the first
 * @param preset what was saved
 */
public record PresetVersion(long number, Preset preset) {}
