package io.concor.test.autoconfigure;

import io.concor.Flow;
import io.concor.manage.Manager;
import io.concor.test.FlowTester;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;
import org.springframework.core.Ordered;

/** Takes out the joins of all flows after they have started and their presets are loaded. */
final class JoinRemover implements ApplicationListener<ContextRefreshedEvent>, Ordered {

    private final ObjectProvider<Flow<?, ?>> flows;

    JoinRemover(ObjectProvider<Flow<?, ?>> flows) {
        this.flows = flows;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent refreshed) {
        flows.stream().filter(Manager::supports).forEach(flow -> FlowTester.of(flow)
                .withoutJoins());
    }

    @Override
    public int getOrder() {
        return Ordered.LOWEST_PRECEDENCE;
    }
}
