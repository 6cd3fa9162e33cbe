package io.concor.autoconfigure.propagation;

import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.MDCAdapter;

/** The MDC of Logback. Uses the immutable map that Logback keeps for log events, rather than another copy. */
final class LogbackMdcElement extends MdcElement {

    private final LogbackMDCAdapter mdc;

    private LogbackMdcElement(LogbackMDCAdapter mdc) {
        this.mdc = mdc;
    }

    /** Returns the element for an MDC adapter. */
    static ThreadContextElement of(@Nullable MDCAdapter mdc) {
        return mdc instanceof LogbackMDCAdapter logback ? new LogbackMdcElement(logback) : new MdcElement();
    }

    @Override
    @Nullable
    Map<String, String> keys() {
        return mdc.getPropertyMap();
    }
}
