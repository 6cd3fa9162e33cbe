package io.concor.sample.moflow;

import io.concor.sample.HttpCaller;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebOperationRequestPredicate;

/**
 * The calls of the endpoints of the gateway, with existing names and a parameter that an operation rejects after
 * authorization.
 *
 * @param endpoints all endpoints
 */
record EndpointCalls(WebEndpointsSupplier endpoints) {

    static final String SLOT = "/actuator/concorslots/mo-flow/endpoint-resolver";

    /** A call of an operation. */
    record Call(String method, String path) {

        boolean reads() {
            return method.equals("GET");
        }

        boolean isHealth() {
            return path.startsWith("/actuator/health");
        }

        boolean isConsole() {
            return path.startsWith("/actuator/concorconsole");
        }

        HttpResponse<String> by(HttpCaller caller, String... headers) {
            String[] sent = Stream.concat(Stream.of(headers), Stream.of("Content-Type", "application/json"))
                    .toArray(String[]::new);
            return reads()
                    ? caller.call(method, path, BodyPublishers.noBody(), sent)
                    : caller.call(method, path + "?nonsense=1", BodyPublishers.ofString("{}"), sent);
        }
    }

    /** Returns the calls of all operations. */
    List<Call> calls(Predicate<Call> wanted) {
        return endpoints.getEndpoints().stream()
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .map(operation -> toCall(operation.getRequestPredicate()))
                .filter(wanted)
                .toList();
    }

    /** Returns the paths of the endpoints and of their list. */
    List<String> roots(Predicate<String> wanted) {
        Stream<String> paths = endpoints.getEndpoints().stream().map(endpoint -> "/actuator/" + endpoint.getRootPath());
        return Stream.concat(Stream.of("/actuator"), paths).filter(wanted).toList();
    }

    private static Call toCall(WebOperationRequestPredicate operation) {
        String path = operation
                .getPath()
                .replace("{flow}", "mo-flow")
                .replace("{slot}", "endpoint-resolver")
                .replace("{preset}", "production")
                .replace("{action}", "apply")
                .replace("{question}", "whatif")
                .replace("{part}", "history")
                .replaceAll("\\{.*?}", "other");
        return new Call(operation.getHttpMethod().name(), "/actuator/" + path);
    }
}
