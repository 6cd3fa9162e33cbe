package io.concor.manage;

import io.concor.JoinSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was there before a change, and comes back with an undo. A value.
 *
 * @param slots the filled slots
 * @param active the active preset, or null where there was none
 */
record BeforeChange(Map<String, JoinSettings> slots, ActivePresets.@Nullable Active active) {}
