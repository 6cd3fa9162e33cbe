package io.concor.queueserver.request;

/**
 * Who sent a request.
 *
 * @param name the name, from authentication
 * @param isClient whether it may use the queues
 */
public record Caller(String name, boolean isClient) {}
