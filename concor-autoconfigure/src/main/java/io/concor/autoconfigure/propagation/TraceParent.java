package io.concor.autoconfigure.propagation;

import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.Tracer;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code traceparent} of the W3C's Trace Context, which is stored with events. */
final class TraceParent {

    static final String HEADER = "traceparent";

    private static final Pattern FORMAT = Pattern.compile(
            "(?!ff)[0-9a-f]{2}-(?!0{32})(?<trace>[0-9a-f]{32})-(?!0{16})(?<span>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(-.*)?");
    private static final int TRACE_DIGITS = 32;

    private TraceParent() {}

    /** Formats a span's context. */
    static String of(TraceContext context) {
        String trace = context.traceId();
        String flags = Boolean.TRUE.equals(context.sampled()) ? "01" : "00";
        return "00-" + "0".repeat(Math.max(0, TRACE_DIGITS - trace.length())) + trace + "-" + context.spanId() + "-"
                + flags;
    }

    /** Returns the context of the span in which an event was put, or null if there is none, or none that can be read. */
    static @Nullable TraceContext read(Map<String, String> headers, Tracer tracer) {
        String header = headers.get(HEADER);
        Matcher parts = header == null ? null : FORMAT.matcher(header);
        if (parts == null || !parts.matches()) {
            return null;
        }
        return tracer.traceContextBuilder()
                .traceId(parts.group("trace"))
                .spanId(parts.group("span"))
                .sampled((Integer.parseInt(parts.group("flags"), 16) & 1) == 1)
                .build();
    }

    static boolean isPresent(Map<String, String> headers) {
        String header = headers.get(HEADER);
        return header != null && FORMAT.matcher(header).matches();
    }
}
