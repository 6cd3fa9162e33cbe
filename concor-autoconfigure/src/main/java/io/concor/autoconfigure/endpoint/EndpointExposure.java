package io.concor.autoconfigure.endpoint;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
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
 * @param exposed the ids of the exposed endpoints, in order
 * @param readOnly the ids of those that have changes, none of which is permitted
 * @param missing the ids of the others that have access
 * @param inaccessible the ids of those with access {@code none}
 * @param property the property that exposes endpoints
 * @param permitted the access that the application permits for any endpoint
 */
record EndpointExposure(
        String technology,
        Set<String> exposed,
        Set<String> readOnly,
        Set<String> missing,
        Set<String> inaccessible,
        String property,
        PermittedAccess permitted) {

    /**
     * @param offered the ids of the endpoints that the application can expose
     * @param withoutAccess the ids of those with access {@code none}
     */
    static EndpointExposure of(
            String technology,
            Collection<? extends ExposableEndpoint<?>> endpoints,
            Set<EndpointId> offered,
            Set<EndpointId> withoutAccess,
            String property,
            PermittedAccess permitted) {
        List<? extends ExposableEndpoint<?>> ours = endpoints.stream()
                .filter(endpoint -> ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint.getEndpointId()))
                .toList();
        Set<String> exposed = ids(ours.stream().map(ExposableEndpoint::getEndpointId));
        Set<String> missing = ids(offered.stream());
        Set<String> inaccessible = ids(withoutAccess.stream());
        missing.removeAll(exposed);
        missing.removeAll(inaccessible);
        return new EndpointExposure(
                technology,
                exposed,
                ids(ours.stream().filter(EndpointExposure::isReadOnly).map(ExposableEndpoint::getEndpointId)),
                missing,
                inaccessible,
                property,
                permitted);
    }

    private static Set<String> ids(Stream<EndpointId> ids) {
        return ids.map(EndpointId::toLowerCaseString).collect(Collectors.toCollection(TreeSet::new));
    }

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

    /** Describes the exposure, with the properties that change it. */
    String describe() {
        return String.format(
                Locale.ROOT,
                "Concor's endpoints over %s: %s%s%s%s",
                technology,
                exposed.isEmpty() ? "none" : listed(),
                howToExpose(),
                howToGiveAccess(),
                howToChange());
    }

    private String listed() {
        return exposed.stream()
                .map(id -> readOnly.contains(id) ? id + " (read-only)" : id)
                .collect(Collectors.joining(", "));
    }

    private String howToExpose() {
        return missing.isEmpty()
                ? ""
                : String.format(Locale.ROOT, ". Not exposed: %s; add them to %s", String.join(", ", missing), property);
    }

    private String howToGiveAccess() {
        return inaccessible.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ". Access is none: %s; to expose them, %sset management.endpoint.<id>.access to read-only",
                        String.join(", ", inaccessible),
                        raising(Access.READ_ONLY));
    }

    private String howToChange() {
        return readOnly.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        ". To allow changes, %sset management.endpoint.<id>.access to unrestricted",
                        raising(Access.UNRESTRICTED));
    }

    private String raising(Access wanted) {
        return permitted.allows(wanted) ? "" : String.format(Locale.ROOT, "raise %s, and ", PermittedAccess.PROPERTY);
    }
}
