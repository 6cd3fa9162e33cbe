package io.concor.autoconfigure.propagation;

import ch.qos.logback.classic.util.LogbackMDCAdapter;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.slf4j.spi.MDCAdapter;
import org.springframework.util.ClassUtils;

/** All keys of the MDC. Not used if the application has registered its own accessor for the MDC. */
class MdcElement implements ThreadContextElement {

    private static final boolean LOGBACK =
            ClassUtils.isPresent("ch.qos.logback.classic.util.LogbackMDCAdapter", MdcElement.class.getClassLoader());

    /** Returns the element for the current logging system. */
    static ThreadContextElement present() {
        return LOGBACK ? LogbackMdcElement.of(MDC.getMDCAdapter()) : new MdcElement();
    }

    @Override
    public final Object key() {
        return Slf4jThreadLocalAccessor.KEY;
    }

    @Override
    public final @Nullable Object current() {
        Map<String, String> keys = keys();
        return keys == null || keys.isEmpty() ? null : keys;
    }

    /** Returns an immutable map. */
    @Nullable
    Map<String, String> keys() {
        return MDC.getCopyOfContextMap();
    }

    @Override
    @SuppressWarnings("unchecked") // returned by current()
    public final void set(@Nullable Object map) {
        Object present = current();
        if (map == null && present != null) {
            MDC.clear();
        } else if (map != null && !map.equals(present)) {
            MDC.setContextMap((Map<String, String>) map);
        }
    }

    @Override
    public final void clear() {
        MDC.clear();
    }

    /** The MDC of Logback. Uses the immutable map that Logback keeps for log events, rather than another copy. */
    private static final class LogbackMdcElement extends MdcElement {

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
}
