package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Access over JMX, which has no roles. */
class ReadOnlyJmxTests {

    /** A server for this test alone: that of the process has the endpoints of other tests as well. */
    private static final String DOMAIN = "concor.read-only";

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withUserConfiguration(OrderFlow.class)
            .withPropertyValues(
                    "spring.jmx.unique-names=true",
                    "management.endpoints.jmx.domain=" + DOMAIN,
                    "management.endpoints.jmx.exposure.include=*");

    @Test
    void isOffUnlessItIsSwitchedOn() {
        application.run(context -> assertThat(context).doesNotHaveBean(MBeanServer.class));
    }

    @Test
    void offersNoChangeUnlessOptedIn() {
        application.withPropertyValues("spring.jmx.enabled=true").run(context -> assertThat(offered(context))
                .containsAll(named(EndpointOperation.of(context).stream().filter(EndpointOperation::reads)))
                .doesNotContainAnyElementsOf(named(EndpointOperation.changes(context).stream())));
    }

    @Test
    void offersTheChangesOfTheEndpointThatIsOptedIn() {
        application
                .withPropertyValues("spring.jmx.enabled=true", "management.endpoint.concorslots.access=UNRESTRICTED")
                .run(context -> assertThat(offered(context))
                        .contains("concorslots.change", "concorslots.takeOut")
                        .doesNotContain("concorsampling.change", "concorpresets.apply"));
    }

    private static Set<String> named(Stream<EndpointOperation> operations) {
        return operations
                .map(operation -> operation.endpoint() + "." + operation.name())
                .collect(Collectors.toSet());
    }

    private static List<String> offered(ListableBeanFactory context) throws Exception {
        MBeanServer server = context.getBean(MBeanServer.class);
        Set<ObjectName> names = server.queryNames(new ObjectName(DOMAIN + ":type=Endpoint,*"), null);
        Stream.Builder<String> offered = Stream.builder();
        for (ObjectName name : names) {
            for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
                offered.add(name.getKeyProperty("name").toLowerCase(Locale.ROOT) + "." + operation.getName());
            }
        }
        return offered.build().toList();
    }
}
