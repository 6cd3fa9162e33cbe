package io.concor.autoconfigure.propagation;

import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.util.ClassUtils;

/** All keys of the MDC, unless somebody has registered an accessor that carries other ones. */
class MdcPiece implements Piece {

    private static final boolean LOGBACK =
            ClassUtils.isPresent("ch.qos.logback.classic.util.LogbackMDCAdapter", MdcPiece.class.getClassLoader());

    /** The MDC of whoever logs. */
    static Piece present() {
        return LOGBACK ? LogbackMdcPiece.of(MDC.getMDCAdapter()) : new MdcPiece();
    }

    @Override
    public final Object key() {
        return Slf4jThreadLocalAccessor.KEY;
    }

    @Override
    public final @Nullable Object held() {
        Map<String, String> keys = keys();
        return keys == null || keys.isEmpty() ? null : keys;
    }

    /** A map that never changes. */
    @Nullable
    Map<String, String> keys() {
        return MDC.getCopyOfContextMap();
    }

    @Override
    public final void arrive(@Nullable Object carried) {
        hold(carried);
    }

    @Override
    public final void leave(@Nullable Object own) {
        hold(own);
    }

    @Override
    public final void forget() {
        MDC.clear();
    }

    @SuppressWarnings("unchecked") // by held()
    private void hold(@Nullable Object map) {
        if (map == null) {
            MDC.clear();
        } else if (!map.equals(held())) {
            MDC.setContextMap((Map<String, String>) map);
        }
    }
}
