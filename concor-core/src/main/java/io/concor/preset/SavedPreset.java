package io.concor.preset;

/**
 * What was saved. A value.
 *
 * @param preset the preset
 * @param replaced whether it took the place of one of its name; of several that save a new name at once in one process,
 *     the first did not
 */
public record SavedPreset(Preset preset, boolean replaced) {}
