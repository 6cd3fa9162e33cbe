package io.concor.autoconfigure.endpoint;

import io.concor.diagnosis.Diagnosis;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.web.server.ManagementPortType;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointAccessResolver;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.EndpointsSupplier;
import org.springframework.boot.actuate.endpoint.ExposableEndpoint;
import org.springframework.boot.actuate.endpoint.OperationType;
import org.springframework.boot.actuate.endpoint.jmx.JmxEndpointsSupplier;
import org.springframework.boot.actuate.endpoint.web.WebEndpointsSupplier;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** Logs after the start, for each technology, which of Concor's endpoints are exposed and which are read-only. */
final class EndpointReport implements ApplicationListener<ContextRefreshedEvent> {

    private static final Logger log = LoggerFactory.getLogger(EndpointReport.class);

    private static final boolean DIAGNOSIS_PRESENT =
            ClassUtils.isPresent("io.concor.diagnosis.Diagnosis", EndpointReport.class.getClassLoader());

    /** The beans of stores of waiting events; their types may be missing. */
    private static final List<String> QUEUE_STORES = List.of("concorQueueStore", "concorRemoteQueueStore");

    /** The endpoints of the queue server, with their beans. */
    private static final Map<String, String> QUEUE_SERVER = Map.of(
            "concorclientqueues", "concorClientQueuesEndpoint", "concorconnections", "concorConnectionsEndpoint");

    /** The beans with which Boot protects a servlet application that says nothing about it; their types may be missing. */
    private static final List<String> DEFAULT_SECURITY =
            List.of("managementSecurityFilterChain", "defaultSecurityFilterChain");

    private final ObjectProvider<WebEndpointsSupplier> web;
    private final ObjectProvider<JmxEndpointsSupplier> jmx;
    private final ApplicationContext context;

    EndpointReport(
            ObjectProvider<WebEndpointsSupplier> web,
            ObjectProvider<JmxEndpointsSupplier> jmx,
            ApplicationContext context) {
        this.web = web;
        this.jmx = jmx;
        this.context = context;
    }

    /** Ignores child contexts, such as that of the management port: their events arrive here as well. */
    @Override
    public void onApplicationEvent(ContextRefreshedEvent started) {
        if (started.getApplicationContext() == context) {
            Stream.concat(overHttp(), overJmx()).forEach(exposure -> log.info("{}", exposure.describe()));
            warnOfMissingTokens();
        }
    }

    /** The answer of Spring Security says neither that a token is missing nor what to do. */
    private void warnOfMissingTokens() {
        boolean changes = web.orderedStream()
                .flatMap(EndpointReport::ours)
                .flatMap(endpoint -> endpoint.getOperations().stream())
                .anyMatch(operation -> operation.getType() != OperationType.READ);
        if (changes && DEFAULT_SECURITY.stream().anyMatch(context::containsBean)) {
            log.warn(
                    "The defaults of Spring Security answer 401 to each POST and DELETE that has no CSRF token, even with the right password: for changes with curl, set concor.security.enabled and users, or define a SecurityFilterChain bean for the endpoints, as docs/security.md shows");
        }
    }

    private Stream<EndpointExposure> overHttp() {
        Environment environment = context.getEnvironment();
        return ManagementPortType.get(environment) == ManagementPortType.DISABLED
                ? Stream.empty()
                : exposure("HTTP", web, "management.endpoints.web.exposure.include");
    }

    private Stream<EndpointExposure> overJmx() {
        return exposure("JMX", jmx, "management.endpoints.jmx.exposure.include");
    }

    private Stream<EndpointExposure> exposure(
            String technology, ObjectProvider<? extends EndpointsSupplier<?>> endpoints, String property) {
        return endpoints
                .orderedStream()
                .limit(1)
                .map(supplier -> new EndpointExposure(
                        technology,
                        ours(supplier).toList(),
                        offered(),
                        inaccessible(),
                        property,
                        PermittedAccess.of(context.getEnvironment())));
    }

    private Set<EndpointId> inaccessible() {
        EndpointAccessResolver access = context.getBean(EndpointAccessResolver.class);
        return offered().stream()
                .filter(id -> access.accessFor(id, Access.READ_ONLY) == Access.NONE)
                .collect(Collectors.toSet());
    }

    /** Without a diagnosis, a store of durable slots, or the queue server, the endpoints that rest on it do not exist. */
    private Set<EndpointId> offered() {
        Set<EndpointId> offered = new HashSet<>(ConcorEndpointAutoConfiguration.ENDPOINTS);
        if (QUEUE_STORES.stream().noneMatch(context::containsBean)) {
            offered.remove(EndpointId.of("concorqueues"));
        }
        QUEUE_SERVER.forEach((id, bean) -> {
            if (!context.containsBean(bean)) {
                offered.remove(EndpointId.of(id));
            }
        });
        if (!DIAGNOSIS_PRESENT || context.getBeanNamesForType(Diagnosis.class, true, false).length == 0) {
            offered.remove(EndpointId.of("concordiagnosis"));
            offered.remove(EndpointId.of("concorautopilot"));
        }
        return offered;
    }

    private static Stream<? extends ExposableEndpoint<?>> ours(EndpointsSupplier<?> endpoints) {
        return endpoints.getEndpoints().stream()
                .filter(endpoint -> ConcorEndpointAutoConfiguration.ENDPOINTS.contains(endpoint.getEndpointId()));
    }
}
