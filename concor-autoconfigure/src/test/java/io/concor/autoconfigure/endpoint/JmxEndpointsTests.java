package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Manager;
import java.util.Map;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

@SpringBootTest(
        classes = OrderFlow.class,
        properties = {
            "spring.jmx.enabled=true",
            "management.endpoints.jmx.exposure.include=*",
            "management.endpoint.concorslots.access=unrestricted"
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

        assertThat(flows).asString().contains("name=orders");
    }

    @Test
    void changesASlot() throws Exception {
        Object result = change("8");

        assertThat(result).isInstanceOf(Map.class).asString().contains("changed=true");
        assertThat(manager.slot("orders", "resolver").settings())
                .satisfies(join -> assertThat(join.threads()).isEqualTo(8));
    }

    @Test
    void tellsWhatIsWrongWithASetting() {
        assertThatExceptionOfType(MBeanException.class)
                .isThrownBy(() -> change("abc"))
                .withMessageContaining("threads")
                .withMessageContaining("'abc' is not a whole number");
    }

    private Object change(String threads) throws Exception {
        Object[] arguments = {"orders", "resolver", null, threads, null, null, null, null, null, null, null};
        String[] signature = {TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT, TEXT};
        return server.invoke(name("Concorslots"), "change", arguments, signature);
    }

    private static ObjectName name(String endpoint) throws Exception {
        return new ObjectName("org.springframework.boot:type=Endpoint,name=" + endpoint);
    }
}
