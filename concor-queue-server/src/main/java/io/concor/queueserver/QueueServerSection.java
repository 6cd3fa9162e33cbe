package io.concor.queueserver;

import io.concor.autoconfigure.properties.OtherSection;

/** Where the settings of the queue server are. */
public final class QueueServerSection implements OtherSection {

    /** For {@code META-INF/spring.factories}. */
    public QueueServerSection() {}

    @Override
    public String key() {
        return "queue-server";
    }
}
