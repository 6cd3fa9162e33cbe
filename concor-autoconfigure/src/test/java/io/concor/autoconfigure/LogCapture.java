package io.concor.autoconfigure;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Captures what a logger logs during a test, instead of printing it. */
public final class LogCapture implements BeforeEachCallback, AfterEachCallback {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    public LogCapture(Class<?> type) {
        this(type.getName());
    }

    public LogCapture(String name) {
        logger = (Logger) LoggerFactory.getLogger(name);
    }

    @Override
    public void beforeEach(ExtensionContext test) {
        appender.list.clear();
        appender.start();
        logger.setAdditive(false);
        logger.addAppender(appender);
    }

    @Override
    public void afterEach(ExtensionContext test) {
        logger.detachAppender(appender);
        logger.setAdditive(true);
    }

    /** Returns what was logged, the oldest first. */
    public List<ILoggingEvent> events() {
        return List.copyOf(appender.list);
    }

    /** Returns the messages that were logged, the oldest first. */
    public List<String> messages() {
        return events().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
