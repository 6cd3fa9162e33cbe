package io.concor.autoconfigure.propagation;

import ch.qos.logback.classic.util.LogbackMDCAdapter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.MDCAdapter;

/** The MDC of Logback, which keeps a copy for the lines that are logged: it need not be copied once more. */
final class LogbackMdcPiece extends MdcPiece {

    private final LogbackMDCAdapter mdc;

    private LogbackMdcPiece(LogbackMDCAdapter mdc) {
        this.mdc = mdc;
    }

    /** The piece of Logback, where it is Logback that logs. */
    static Piece of(@Nullable MDCAdapter mdc) {
        return mdc instanceof LogbackMDCAdapter logback ? new LogbackMdcPiece(logback) : new MdcPiece();
    }

    @Override
    @Nullable
    Map<String, String> keys() {
        return mdc.getPropertyMap();
    }
}
