package io.concor.sample.moflow;

import io.concor.SynchronizedRemoteTask;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/**
 * Asks the database for the endpoints of the message's application and takes them in turn. It asks for every message,
 * so that an endpoint that is switched off gets none from that moment.
 */
@Component
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
        String application = routed.application();
        List<Endpoint> candidates = endpoints.findByApplicationNameAndEnabledTrueOrderById(application);
        if (candidates.isEmpty()) {
            throw new UndeliverableException(
                    routed.message().id(), "the application " + application + " has no enabled endpoint");
        }
        Endpoint chosen = candidates.get(Math.floorMod(nextTurn(application), candidates.size()));
        return new AddressedMessage(routed, absolute(chosen.address()));
    }

    private int nextTurn(String application) {
        return turns.computeIfAbsent(application, name -> new AtomicInteger()).getAndIncrement();
    }

    private URI absolute(String address) {
        return URI.create(address.startsWith("/") ? baseUrl + address : address);
    }
}
