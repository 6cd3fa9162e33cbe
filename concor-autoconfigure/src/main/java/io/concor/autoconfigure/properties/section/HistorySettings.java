package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import io.concor.manage.Manager;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * History of layout changes.
 * @param size Maximum number of entries in the history of each flow, 0 to 100000, separately for changes that were made
 *     and for those that were not. The oldest are removed first.
 */
public record HistorySettings(@DefaultValue("1000") int size) {

    /** Checks the number. */
    public HistorySettings {
        if (size < 0 || size > Manager.LARGEST_HISTORY_SIZE) {
            throw InvalidSettingException.outOfBounds("size", size, "0 to " + Manager.LARGEST_HISTORY_SIZE);
        }
    }
}
