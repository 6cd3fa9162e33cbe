package io.concor.console;

import java.util.Map;

/** The headers of the page and of its files. */
final class ConsoleHeaders {

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

    /**
     * Returns the headers of an answer.
     *
     * @param asset whether a file of the page is requested whose content never changes
     */
    static Map<String, String> of(boolean asset) {
        return Map.of(
                "Content-Security-Policy", POLICY,
                "X-Content-Type-Options", "nosniff",
                "X-Frame-Options", "DENY",
                "Referrer-Policy", "no-referrer",
                "Cache-Control", asset ? "private, max-age=31536000, immutable" : "no-cache");
    }
}
