package io.concor.sample.moflow;

import io.concor.SynchronizedRemoteTask;
import io.concor.sample.support.UndeliverableException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Reads the endpoints of the application from the database and takes them in turn. Reads them for every message, so
 * that a disabled endpoint receives no further message.
 */
@Component
@OnNode("core")
class EndpointResolver implements SynchronizedRemoteTask<RoutedMessage, AddressedMessage> {

    private final Map<String, AtomicInteger> turns = new ConcurrentHashMap<>();
    private final EndpointRepository endpoints;
    private final String baseUrl;

    EndpointResolver(EndpointRepository endpoints, MoFlowProperties properties) {
        this.endpoints = endpoints;
        this.baseUrl = properties.applications().baseUrl().toString();
    }

    @Override
    public AddressedMessage apply(RoutedMessage routed) {
        List<Endpoint> candidates = candidates(routed);
        if (candidates.isEmpty()) {
            throw undeliverable(routed, "has no enabled endpoint", null);
        }
        Endpoint chosen = candidates.get(Math.floorMod(nextTurn(routed.application()), candidates.size()));
        return new AddressedMessage(routed, absolute(routed, chosen.address()));
    }

    /** Names the message in the error, which an error of the database does not. */
    private List<Endpoint> candidates(RoutedMessage routed) {
        try {
            return endpoints.findByApplicationNameAndEnabledTrueOrderById(routed.application());
        } catch (RuntimeException e) {
            throw undeliverable(routed, "has endpoints that cannot be read: " + e, e);
        }
    }

    private int nextTurn(String application) {
        return turns.computeIfAbsent(application, name -> new AtomicInteger()).getAndIncrement();
    }

    private URI absolute(RoutedMessage routed, String address) {
        try {
            return URI.create(address.startsWith("/") ? baseUrl + address : address);
        } catch (IllegalArgumentException e) {
            throw undeliverable(routed, "has an endpoint whose address is no URL: " + e.getMessage(), e);
        }
    }

    private static UndeliverableException undeliverable(RoutedMessage routed, String why, @Nullable Exception cause) {
        String reason = "the application " + routed.application() + " " + why;
        return new UndeliverableException("Message " + routed.message().id(), reason, cause);
    }
}
