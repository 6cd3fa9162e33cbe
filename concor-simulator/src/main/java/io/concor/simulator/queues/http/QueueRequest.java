package io.concor.simulator.queues.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;

/**
 * A request that can be sent to any of the servers, and again. Path and authorization are ASCII.
 *
 * @param call what it asks for
 * @param method HTTP method
 * @param path path and query, from {@code /queues} on
 * @param authorization header {@code Authorization}
 * @param body JSON as ASCII; empty for none
 */
public record QueueRequest(QueueCall call, String method, String path, String authorization, byte[] body) {

    private static final String JSON_TYPE = "\r\nContent-Type: application/json";

    /** Returns the request for a server as HTTP/1.1. */
    ByteBuf encode(QueueServerAddress server, ByteBufAllocator allocator) {
        String head = method + ' ' + server.path() + path
                + " HTTP/1.1\r\nHost: " + server.authority()
                + "\r\nAuthorization: " + authorization
                + (body.length == 0 ? "" : JSON_TYPE)
                + "\r\nContent-Length: " + body.length + "\r\n\r\n";
        ByteBuf encoded = allocator.buffer(head.length() + body.length);
        encoded.writeCharSequence(head, StandardCharsets.US_ASCII);
        return encoded.writeBytes(body);
    }
}
