package io.concor.simulator.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** The address, method and headers of all requests. */
public final class RequestTarget {

    private static final int HTTP_PORT = 80;
    private static final int MAX_PORT = 65_535;
    private static final List<String> FRAMING_HEADERS = List.of("Content-Length", "Transfer-Encoding");

    private final URI url;
    private final InetSocketAddress address;
    private final HttpMethod method;
    private final HttpHeaders headers = new DefaultHttpHeaders();

    /**
     * Creates a target. Its host name is resolved once, so that lookups do not add to latency.
     *
     * @param url absolute URL of scheme {@code http}
     * @param method HTTP method
     * @param headers headers in addition to {@code Host}; without {@code Content-Length} and {@code Transfer-Encoding}
     * @throws IllegalArgumentException if the URL, the method or a header is invalid, or the host is unknown
     */
    public RequestTarget(URI url, String method, Map<String, String> headers) {
        requireValid(url);
        this.url = url;
        this.address = resolve(url);
        this.method = HttpMethod.valueOf(method);
        FRAMING_HEADERS.stream().filter(headers::containsKey).findAny().ifPresent(RequestTarget::rejectFraming);
        this.headers.set(HttpHeaderNames.HOST, url.getRawAuthority());
        headers.forEach(this::setHeader);
    }

    private static void requireValid(URI url) {
        if (!"http".equalsIgnoreCase(url.getScheme()) || url.getRawAuthority() == null) {
            throw invalid(url, "an absolute URL that begins with http:// is required");
        }
        if (hasUserInfo(url)) {
            // the message must not contain the password
            throw new IllegalArgumentException(
                    "The URL contains a user name or password: use --header 'Authorization: ...' instead");
        }
        if (url.getHost() == null) {
            throw invalid(url, "a host consists of letters, digits, hyphens and dots, a port of digits");
        }
        if (url.getPort() == 0 || url.getPort() > MAX_PORT) {
            throw invalid(url, "the port must be between 1 and " + MAX_PORT);
        }
    }

    private static IllegalArgumentException invalid(URI url, String reason) {
        return new IllegalArgumentException("Cannot send to '%s': %s".formatted(url, reason));
    }

    /** Whether the URL contains a user name or password, even if the rest of the URL is invalid. */
    public static boolean hasUserInfo(URI url) {
        return url.getRawAuthority() != null && url.getRawAuthority().contains("@");
    }

    private static InetSocketAddress resolve(URI url) {
        var address = new InetSocketAddress(url.getHost(), url.getPort() < 0 ? HTTP_PORT : url.getPort());
        if (address.isUnresolved()) {
            throw invalid(url, "the host '%s' is unknown".formatted(url.getHost()));
        }
        return address;
    }

    private void setHeader(String name, String value) {
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "The header '%s' is invalid: a name must not contain spaces, a value must not contain line breaks"
                            .formatted(name),
                    e);
        }
    }

    private static void rejectFraming(String header) {
        throw new IllegalArgumentException("The header '%s' is set by the simulator".formatted(header));
    }

    /** Returns the resolved address. */
    public InetSocketAddress address() {
        return address;
    }

    HttpMethod method() {
        return method;
    }

    HttpHeaders headers() {
        return headers;
    }

    String path() {
        String path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }
}
