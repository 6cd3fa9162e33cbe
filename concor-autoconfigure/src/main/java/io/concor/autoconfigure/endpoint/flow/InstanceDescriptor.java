package io.concor.autoconfigure.endpoint.flow;

import io.concor.layout.FlowInstance;

/**
 * A process that shares a flow.
 *
 * @param name its host and process, such as {@code web-1/4711}
 * @param since when it began to share the flow, such as {@code 2026-01-31T12:00:00Z}
 * @param here whether it is this process
 * @param digest a digest of what has to be the same in all processes
 */
public record InstanceDescriptor(String name, String since, boolean here, String digest) {

    static InstanceDescriptor of(FlowInstance instance) {
        return new InstanceDescriptor(instance.name(), instance.since().toString(), instance.here(), instance.digest());
    }
}
