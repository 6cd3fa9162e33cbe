package io.concor.preset;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When and why something was saved under a preset's name. What was saved then is told by
 * {@link io.concor.manage.Manager#preset(String, String, long)}.
 *
 * @param number grows by one each time; 1 for the first
 * @param savedAt when it was saved
 * @param reason why, in the words of who saved it, or null; a store may shorten it
 */
public record PresetVersion(
        long number, Instant savedAt, @Nullable String reason) {}
