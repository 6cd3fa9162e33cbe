package io.concor.autoconfigure;

import io.concor.Flow;
import io.concor.MessageCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/** Registers each flow bean with the manager, before another post-processor wraps the bean. Ignores foreign flows. */
final class FlowRegistration implements BeanPostProcessor {

    private static final Logger log = LoggerFactory.getLogger(FlowRegistration.class);

    private final BeanFactory beans;

    FlowRegistration(BeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        if (bean instanceof Flow<?, ?> flow) {
            registerIfOwn(flow, beanName);
        }
        return bean;
    }

    private void registerIfOwn(Flow<?, ?> flow, String bean) {
        if (Manager.supports(flow)) {
            registerOrClose(flow, bean);
        } else {
            log.info(
                    "Bean '{}' ({}) is a Flow that was not built by Flows.create: it is not managed by Concor",
                    bean,
                    flow.getClass());
        }
    }

    /** Closes a flow that the manager rejects: its threads are running, and its bean would never be destroyed. */
    private void registerOrClose(Flow<?, ?> flow, String bean) {
        try {
            beans.getBean(ContextFlows.class).register(flow, bean);
            configure(beans.getBean(Manager.class).flow(flow.name()));
        } catch (RuntimeException rejected) {
            flow.close();
            throw rejected;
        }
    }

    private void configure(ManagedFlow flow) {
        beans.getBeanProvider(ThreadLocalCarrier.class).ifAvailable(flow::carryByDefault);
        // the properties do not override settings that the flow was built with
        if (flow.sampling().equals(Sampling.DEFAULT)) {
            flow.sampling(beans.getBean(ConcorProperties.class).sampling().toSampling());
        }
        if (flow.messageCheck() == MessageCheck.NONE) {
            flow.check(beans.getBean(ConcorProperties.class).checks().toCheck());
        }
    }
}
