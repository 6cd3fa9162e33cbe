package io.concor.autoconfigure.propagation;

import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.MDCAdapter;

/** The MDC of Logback, which keeps a copy for the lines that are logged: it need not be copied once more. */
final class LogbackMdcElement extends MdcElement {

    private final LogbackMDCAdapter mdc;

    private LogbackMdcElement(LogbackMDCAdapter mdc) {
        this.mdc = mdc;
    }

    /** The element of Logback, where it is Logback that logs. */
    static ThreadContextElement of(@Nullable MDCAdapter mdc) {
        return mdc instanceof LogbackMDCAdapter logback ? new LogbackMdcElement(logback) : new MdcElement();
    }

    @Override
    @Nullable
    Map<String, String> keys() {
        return mdc.getPropertyMap();
    }
}
