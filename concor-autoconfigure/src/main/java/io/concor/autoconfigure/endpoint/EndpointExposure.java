package io.concor.autoconfigure.endpoint;

import io.concor.text.Sentence;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.ExposableEndpoint;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.DiscoveredEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * Which of Concor's endpoints a technology exposes.
 *
 * @param technology HTTP or JMX
 * @param exposed the exposed endpoints
 * @param offered the ids of the endpoints that the application can expose
 * @param inaccessible the ids of those with access {@code none}
 * @param property the property that exposes endpoints
 * @param permitted the access that the application permits for any endpoint
 */
record EndpointExposure(
        String technology,
        List<? extends ExposableEndpoint<?>> exposed,
        Set<EndpointId> offered,
        Set<EndpointId> inaccessible,
        String property,
        PermittedAccess permitted) {

    /** Describes the exposure, with the properties that change it. */
    String describe() {
        return Sentence.of(
                "Concor's endpoints over %s: %s%s%s%s",
                technology, exposed.isEmpty() ? "none" : listed(), howToExpose(), howToGiveAccess(), howToChange());
    }

    private String listed() {
        return exposed.stream()
                .sorted(Comparator.comparing(EndpointExposure::id))
                .map(endpoint -> isReadOnly(endpoint) ? id(endpoint) + " (read-only)" : id(endpoint))
                .collect(Collectors.joining(", "));
    }

    private static String id(ExposableEndpoint<?> endpoint) {
        return endpoint.getEndpointId().toLowerCaseString();
    }

    /** Whether an endpoint has changes, none of which is permitted. */
    private static boolean isReadOnly(ExposableEndpoint<?> endpoint) {
        return endpoint.getOperations().stream().allMatch(operation -> operation.getType() == OperationType.READ)
                && endpoint instanceof DiscoveredEndpoint<?> discovered
                && hasChanges(discovered.getEndpointBean().getClass());
    }

    private static boolean hasChanges(Class<?> endpoint) {
        return Stream.of(endpoint.getMethods())
                .anyMatch(operation -> operation.isAnnotationPresent(WriteOperation.class)
                        || operation.isAnnotationPresent(DeleteOperation.class));
    }

    private String howToExpose() {
        Set<EndpointId> known =
                exposed.stream().map(ExposableEndpoint::getEndpointId).collect(Collectors.toSet());
        String missing = listed(offered, id -> !known.contains(id) && !inaccessible.contains(id));
        return missing.isEmpty() ? "" : Sentence.of(". Not exposed: %s; add them to %s", missing, property);
    }

    private static String listed(Set<EndpointId> ids, Predicate<EndpointId> listed) {
        return ids.stream()
                .filter(listed)
                .map(EndpointId::toLowerCaseString)
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private String howToGiveAccess() {
        return inaccessible.isEmpty()
                ? ""
                : Sentence.of(
                        ". Access is none: %s; to expose them, %sset management.endpoint.<id>.access to read-only",
                        listed(inaccessible, id -> true), raising(Access.READ_ONLY));
    }

    private String howToChange() {
        return exposed.stream().noneMatch(EndpointExposure::isReadOnly)
                ? ""
                : Sentence.of(
                        ". To allow changes, %sset management.endpoint.<id>.access to unrestricted",
                        raising(Access.UNRESTRICTED));
    }

    private String raising(Access wanted) {
        return permitted.allows(wanted) ? "" : Sentence.of("raise %s, and ", PermittedAccess.PROPERTY);
    }
}
