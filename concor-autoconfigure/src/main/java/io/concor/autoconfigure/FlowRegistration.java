package io.concor.autoconfigure;

import io.concor.Flow;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.Manager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Makes each flow known to the manager as its bean is made, before anything wraps it; leaves those of another make. */
final class FlowRegistration implements BeanPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(FlowRegistration.class);

    private final ObjectProvider<Manager> manager;
    private final ObjectProvider<ConcorProperties> properties;
    private final ObjectProvider<ThreadLocalCarrier> carrier;

    FlowRegistration(
            ObjectProvider<Manager> manager,
            ObjectProvider<ConcorProperties> properties,
            ObjectProvider<ThreadLocalCarrier> carrier) {
        this.manager = manager;
        this.properties = properties;
        this.carrier = carrier;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof Flow<?, ?> flow) {
            registerOrLeave(flow, beanName);
        }
        return bean;
    }

    private void registerOrLeave(Flow<?, ?> flow, String bean) {
        if (Manager.supports(flow)) {
            registerOrClose(flow);
        } else {
            log.info(
                    "Bean '{}' ({}) is a flow of another make, which the manager does not know", bean, flow.getClass());
        }
    }

    /** A flow that is not taken would never be destroyed: its threads are running already. */
    private void registerOrClose(Flow<?, ?> flow) {
        try {
            register(flow, manager.getObject());
        } catch (RuntimeException refused) {
            flow.close();
            throw refused;
        }
    }

    private void register(Flow<?, ?> flow, Manager known) {
        known.register(flow);
        carrier.ifAvailable(present -> known.carryByDefault(flow.name(), present));
        // a flow that asks in Java for what is not the default keeps it
        if (known.sampling(flow.name()).equals(Sampling.DEFAULT)) {
            known.sampling(flow.name(), properties.getObject().sampling().toSampling());
        }
        if (known.leaks(flow.name()).check() == LeakCheck.OFF) {
            known.checkLeaks(flow.name(), properties.getObject().checks().leaks());
        }
    }
}
