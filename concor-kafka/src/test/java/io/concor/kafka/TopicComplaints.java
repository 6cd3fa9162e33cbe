package io.concor.kafka;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.LoggerFactory;

/** Counts how often clients of this JVM log that a topic is unknown. */
public final class TopicComplaints extends AppenderBase<ILoggingEvent> implements AutoCloseable {

    private final AtomicInteger complaints = new AtomicInteger();
    private final Logger clients = (Logger) LoggerFactory.getLogger("org.apache.kafka.clients");
    private final String text;

    public TopicComplaints(String topic) {
        text = topic + "=UNKNOWN_TOPIC_OR_PARTITION";
        start();
        clients.addAppender(this);
    }

    @Override
    protected void append(ILoggingEvent event) {
        if (event.getFormattedMessage().contains(text)) {
            complaints.incrementAndGet();
        }
    }

    /** Returns how many there were since the last call. */
    public int take() {
        return complaints.getAndSet(0);
    }

    @Override
    public void close() {
        clients.detachAppender(this);
    }
}
