package io.concor.layout;

import io.concor.text.SafeText;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change on trial: the layout from before the first such change comes back by itself unless it is confirmed.
 *
 * @param version the version of the layout on trial
 * @param until when the layout from before comes back
 * @param who who asked for the last change on trial, or null where nobody is known
 * @param reason why, or null where nothing was said
 */
public record Trial(
        long version,
        Instant until,
        @Nullable String who,
        @Nullable String reason) {

    @Override
    public String toString() {
        return "version %d is on trial until %s%s"
                .formatted(version, until, who == null ? "" : ", asked for by " + SafeText.shown(who));
    }
}
