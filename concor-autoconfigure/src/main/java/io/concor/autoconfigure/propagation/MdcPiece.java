package io.concor.autoconfigure.propagation;

import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** All keys of the MDC, unless somebody has registered an accessor that carries other ones. */
final class MdcPiece implements Piece {

    @Override
    public Object key() {
        return Slf4jThreadLocalAccessor.KEY;
    }

    @Override
    public @Nullable Object held() {
        Map<String, String> copy = MDC.getCopyOfContextMap();
        return copy == null || copy.isEmpty() ? null : copy;
    }

    @Override
    public void arrive(@Nullable Object carried) {
        hold(carried);
    }

    @Override
    public void leave(@Nullable Object own) {
        hold(own);
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
