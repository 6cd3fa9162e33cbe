package io.concor.autoconfigure.propagation;

import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
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
        if (map == null) {
            MDC.clear();
        } else if (!map.equals(current())) {
            MDC.setContextMap((Map<String, String>) map);
        }
    }

    @Override
    public final void clear() {
        MDC.clear();
    }
}
