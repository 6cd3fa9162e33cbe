package io.concor.console.sba;

import de.codecentric.boot.admin.server.domain.entities.Instance;
import de.codecentric.boot.admin.server.domain.values.Endpoints;
import de.codecentric.boot.admin.server.web.client.InstanceExchangeFilterFunction;
import java.net.URI;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientResponse;
import org.springframework.web.reactive.function.client.ExchangeFunction;
import reactor.core.publisher.Mono;

/**
 * Finds the endpoint {@code concorslots} of an instance. Spring Boot Admin knows only endpoints whose own path can be
 * requested, but those of the slots begin with a flow. The endpoint is next to {@code concor}.
 */
final class SlotsEndpointFilter implements InstanceExchangeFilterFunction {

    private static final String SLOTS = "concorslots";

    @Override
    public Mono<ClientResponse> filter(Instance instance, ClientRequest request, ExchangeFunction next) {
        return next.exchange(isUnknown(instance.getEndpoints(), request.url()) ? located(instance, request) : request);
    }

    private static boolean isUnknown(Endpoints known, URI relative) {
        return !relative.isAbsolute() && relative.getPath().startsWith(SLOTS + "/") && !known.isPresent(SLOTS);
    }

    private static ClientRequest located(Instance instance, ClientRequest request) {
        return instance.getEndpoints()
                .get("concor")
                .map(concor -> URI.create(concor.getUrl()).resolve(request.url()))
                .map(url -> ClientRequest.from(request).url(url).build())
                .orElse(request);
    }
}
