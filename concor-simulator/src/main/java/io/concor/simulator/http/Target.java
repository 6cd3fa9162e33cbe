package io.concor.simulator.http;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;

/** Where requests go, and what is the same in all of them. */
public final class Target {

    private static final int HTTP_PORT = 80;
    private static final int MOST_PORT = 65_535;

    private final URI url;
    private final HttpMethod method;
    private final HttpHeaders headers = new DefaultHttpHeaders();

    /**
     * A target.
     *
     * @param url absolute, {@code http}
     * @param method name of the HTTP method
     * @param headers beside {@code Host} and {@code Content-Length}
     * @throws IllegalArgumentException if nothing can be sent to the URL, or a header or the method is none
     */
    public Target(URI url, String method, Map<String, String> headers) {
        if (!"http".equals(url.getScheme()) || url.getHost() == null) {
            throw new IllegalArgumentException(
                    "Cannot send to '%s': an absolute URL that begins with http:// is needed".formatted(url));
        }
        if (url.getRawUserInfo() != null) {
            // not repeated in the message, nor anywhere else
            throw new IllegalArgumentException("The URL holds a name or password: give --header 'Authorization: ...'");
        }
        if (url.getPort() > MOST_PORT) {
            throw new IllegalArgumentException("Cannot send to '%s': a port is at most %d".formatted(url, MOST_PORT));
        }
        this.url = url;
        this.method = HttpMethod.valueOf(method);
        this.headers.set(HttpHeaderNames.HOST, url.getRawAuthority());
        headers.forEach(this.headers::set);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort() < 0 ? HTTP_PORT : url.getPort());
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
