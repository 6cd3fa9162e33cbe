package io.concor.console;

import java.util.Map;

/** The headers of the page and of its files. */
final class ConsoleHeaders {

    static final String CACHE_CONTROL = "Cache-Control";

    /**
     * Scripts and styles come from the page's own server only, and none stands in the page. Servers that the user has added
     * are called from it, so connections may go anywhere.
     */
    private static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self' http: https:",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'");

    private ConsoleHeaders() {}

    /** Returns the headers that protect the page, for each answer. */
    static Map<String, String> protection() {
        return Map.of(
                "Content-Security-Policy", POLICY,
                "X-Content-Type-Options", "nosniff",
                "X-Frame-Options", "DENY",
                "Referrer-Policy", "no-referrer");
    }

    /**
     * Returns the header {@link #CACHE_CONTROL}.
     *
     * @param asset whether a file of the page is requested whose content never changes
     */
    static String cacheControl(boolean asset) {
        return asset ? "private, max-age=31536000, immutable" : "no-cache";
    }
}
