package io.concor.simulator.queues.http;

import io.concor.simulator.http.RequestTarget;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;

/**
 * A server with message queues. Its host name is resolved once.
 *
 * @param url where it is
 * @param address the resolved address
 * @param authority value of the header {@code Host}
 * @param path what stands before {@code /queues}; empty for none
 */
public record QueueServerAddress(String url, InetSocketAddress address, String authority, String path) {

    /**
     * Returns the server at a URL.
     *
     * @throws IllegalArgumentException if the URL is not {@code http://host:port} with an optional path, or the host is unknown
     */
    public static QueueServerAddress of(URI url) {
        if (RequestTarget.hasUserInfo(url)) {
            // the message must not contain the password
            throw new IllegalArgumentException(
                    "The URL contains a user name or password: use --user-prefix and --password-file instead");
        }
        RequestTarget target = new RequestTarget(url, "GET", Map.of());
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "The URL '" + url + "' has a query or a fragment: use http://host:port or http://host:port/path");
        }
        return new QueueServerAddress(
                url.toString(), target.address(), url.getRawAuthority(), withoutSlash(url.getRawPath()));
    }

    private static String withoutSlash(String path) {
        return path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    }
}
