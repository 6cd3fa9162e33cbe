package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.JoinSettings;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.Manager;
import java.util.Collections;
import java.util.Map;
import javax.management.MBeanException;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(
        classes = OrderFlow.class,
        properties = {
            "spring.jmx.enabled=true",
            "management.endpoints.jmx.exposure.include=*",
            "management.endpoint.concorslots.access=unrestricted",
            "management.endpoint.concorchanges.access=unrestricted"
        })
class JmxEndpointsTests {

    private static final String TEXT = String.class.getName();

    @Autowired
    private MBeanServer server;

    @Autowired
    private Manager manager;

    @Test
    void showsFlows() throws Exception {
        Object flows = server.invoke(name("Concor"), "flows", new Object[0], new String[0]);

        assertThat(flows).asString().contains("name=orders", "recovered=0");
    }

    @Test
    void changesASlot() throws Exception {
        Object result = change("8");

        assertThat(result).isInstanceOf(Map.class).asString().contains("changed=true");
        assertThat(manager.flow("orders").slot("resolver").settings())
                .satisfies(join -> assertThat(join.threads()).isEqualTo(8));
    }

    @Test
    void reportsAnInvalidSetting() {
        assertThatExceptionOfType(MBeanException.class)
                .isThrownBy(() -> change("abc"))
                .withMessageContaining("threads")
                .withMessageContaining("'abc' is not a whole number");
    }

    @Test
    void changesOnTrialAndConfirms() throws Exception {
        assertThat(change("6", "5m")).asString().contains("revertsAt=2");

        assertThat(decide("confirm")).asString().contains("changed=false");

        assertThat(manager.flow("orders").topology().trial()).isNull();
        assertThat(manager.flow("orders").history(2)).allSatisfy(entry -> assertThat(entry.origin())
                .isEqualTo(ChangeOrigin.of(ChangeOrigin.Source.JMX, null)));
    }

    @Test
    void undoesAChange() throws Exception {
        int before = threads();
        change("7");

        decide("undo");

        assertThat(threads()).isEqualTo(before);
        assertThat(server.invoke(
                        name("Concorchanges"), "changes", new Object[] {"orders", "1"}, new String[] {TEXT, TEXT}))
                .asString()
                .contains("source=undo");
    }

    @Test
    void showsAVerdictAndWhyThereIsNoPrediction() throws Exception {
        assertThat(server.invoke(name("Concordiagnosis"), "verdict", new Object[] {"orders"}, new String[] {TEXT}))
                .isInstanceOf(Map.class)
                .asString()
                .contains("flow=orders", "summary=");
        assertThatExceptionOfType(MBeanException.class)
                .isThrownBy(() -> whatIf("8"))
                .withMessageContaining("flow 'orders': too little is known for a prediction");
        assertThatExceptionOfType(MBeanException.class)
                .isThrownBy(() -> whatIf("abc"))
                .withMessageContaining("'abc' is not a whole number");
    }

    private Object whatIf(String threads) throws Exception {
        Object[] arguments = {"orders", "whatif", "resolver", null, threads, null, null, null, null, null};
        String[] signature = Collections.nCopies(arguments.length, TEXT).toArray(String[]::new);
        return server.invoke(name("Concordiagnosis"), "whatIf", arguments, signature);
    }

    @Test
    void needsNoParameterForTheCaller() throws Exception {
        assertThat(server.getMBeanInfo(name("Concorchanges")).getOperations())
                .filteredOn(operation -> operation.getName().equals("decide"))
                .singleElement()
                .satisfies(decide -> assertThat(decide.getSignature())
                        .extracting(MBeanParameterInfo::getName)
                        .containsExactly("flow", "action", "expectedVersion", "reason"));
    }

    private int threads() {
        JoinSettings resolver = manager.flow("orders").slot("resolver").settings();
        return resolver == null ? 0 : resolver.threads();
    }

    private Object decide(String action) throws Exception {
        Object[] arguments = {"orders", action, null, null};
        return server.invoke(name("Concorchanges"), "decide", arguments, new String[] {TEXT, TEXT, TEXT, TEXT});
    }

    private Object change(String threads) throws Exception {
        return change(threads, null);
    }

    private Object change(String threads, @Nullable String revertAfter) throws Exception {
        Object[] arguments = {"orders", "resolver", null, threads, null, null, null, null, null, null, revertAfter};
        String[] signature = {TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT};
        return server.invoke(name("Concorslots"), "change", arguments, signature);
    }

    private static ObjectName name(String endpoint) throws Exception {
        return new ObjectName("org.springframework.boot:type=Endpoint,name=" + endpoint);
    }
}
