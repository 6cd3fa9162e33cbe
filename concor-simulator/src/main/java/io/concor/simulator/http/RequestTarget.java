package io.concor.simulator.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** Where requests go, and what is the same in all of them. */
public final class RequestTarget {

    private static final int HTTP_PORT = 80;
    private static final int MOST_PORT = 65_535;
    private static final List<String> FRAMING = List.of("Content-Length", "Transfer-Encoding");

    private final URI url;
    private final InetSocketAddress address;
    private final HttpMethod method;
    private final HttpHeaders headers = new DefaultHttpHeaders();

    /**
     * A target. Its name is looked up now and never again: that would take its time among the answers.
     *
     * @param url absolute, {@code http}
     * @param method name of the HTTP method
     * @param headers beside {@code Host}; none that says where the body ends, which is for the client to say
     * @throws IllegalArgumentException if nothing can be sent to the URL, its host is not known, or a header or the method
     *     is none
     */
    public RequestTarget(URI url, String method, Map<String, String> headers) {
        if (!"http".equalsIgnoreCase(url.getScheme()) || url.getRawAuthority() == null) {
            throw new IllegalArgumentException(
                    "Cannot send to '%s': an absolute URL that begins with http:// is needed".formatted(url));
        }
        if (holdsUser(url)) {
            // not repeated in the message, nor anywhere else
            throw new IllegalArgumentException("The URL holds a name or password: give --header 'Authorization: ...'");
        }
        if (url.getHost() == null) {
            throw new IllegalArgumentException(
                    "Cannot send to '%s': a host has letters, digits, hyphens and dots, and a port digits"
                            .formatted(url));
        }
        if (url.getPort() == 0 || url.getPort() > MOST_PORT) {
            throw new IllegalArgumentException("Cannot send to '%s': a port is 1 to %d".formatted(url, MOST_PORT));
        }
        this.url = url;
        this.address = address(url);
        this.method = HttpMethod.valueOf(method);
        FRAMING.stream().filter(headers::containsKey).findAny().ifPresent(RequestTarget::refuse);
        this.headers.set(HttpHeaderNames.HOST, url.getRawAuthority());
        headers.forEach(this::set);
    }

    /** Whether it holds what must not be repeated in a message; also where the rest of it is no address at all. */
    public static boolean holdsUser(URI url) {
        return url.getRawAuthority() != null && url.getRawAuthority().contains("@");
    }

    private static InetSocketAddress address(URI url) {
        var address = new InetSocketAddress(url.getHost(), url.getPort() < 0 ? HTTP_PORT : url.getPort());
        if (address.isUnresolved()) {
            throw new IllegalArgumentException(
                    "Cannot send to '%s': the host '%s' is not known".formatted(url, url.getHost()));
        }
        return address;
    }

    private void set(String name, String value) {
        try {
            headers.set(name, value);
        } catch (IllegalArgumentException impossible) {
            throw new IllegalArgumentException(
                    "The header '%s' cannot be sent: a name has no blanks, and a value no line breaks".formatted(name));
        }
    }

    private static void refuse(String framing) {
        throw new IllegalArgumentException("The header '%s' is the simulator's own to say".formatted(framing));
    }

    InetSocketAddress address() {
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
