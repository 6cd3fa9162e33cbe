package io.concor.autoconfigure.propagation;

import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.util.ClassUtils;

/** All keys of the MDC, unless somebody has registered an accessor that carries other ones. */
class MdcElement implements ThreadContextElement {

    private static final boolean LOGBACK =
            ClassUtils.isPresent("ch.qos.logback.classic.util.LogbackMDCAdapter", MdcElement.class.getClassLoader());

    /** The MDC of whoever logs. */
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

    /** A map that never changes. */
    @Nullable
    Map<String, String> keys() {
        return MDC.getCopyOfContextMap();
    }

    @Override
    public final void set(@Nullable Object carried) {
        hold(carried);
    }

    @Override
    public final void restore(@Nullable Object own) {
        hold(own);
    }

    @Override
    public final void clear() {
        MDC.clear();
    }

    @SuppressWarnings("unchecked") // by current()
    private void hold(@Nullable Object map) {
        if (map == null) {
            MDC.clear();
        } else if (!map.equals(current())) {
            MDC.setContextMap((Map<String, String>) map);
        }
    }
}
