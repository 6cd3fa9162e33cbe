package io.concor.autoconfigure.advice;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of the warnings about layouts. */
@AutoConfiguration(after = ConcorAutoConfiguration.class)
@ConditionalOnBean(Manager.class)
public final class ConcorAdviceAutoConfiguration {

    ConcorAdviceAutoConfiguration() {}

    @Bean
    CallingThreadsAdvisor concorCallingThreadsAdvisor() {
        return new CallingThreadsAdvisor();
    }

    @Bean
    ComputingThreadsAdvisor concorComputingThreadsAdvisor() {
        return new ComputingThreadsAdvisor(Runtime.getRuntime().availableProcessors());
    }

    @Bean
    ComputingCallersAdvisor concorComputingCallersAdvisor(ObjectProvider<PresentLimits> limits) {
        return new ComputingCallersAdvisor(flow -> known(limits).queuingCallers(flow));
    }

    @Bean
    DurabilityAdvisor concorDurabilityAdvisor() {
        return new DurabilityAdvisor();
    }

    @Bean
    LoneRemoteThreadAdvisor concorLoneRemoteThreadAdvisor() {
        return new LoneRemoteThreadAdvisor();
    }

    @Bean
    OrderAdvisor concorOrderAdvisor() {
        return new OrderAdvisor();
    }

    @Bean
    RequiredThreadsAdvisor concorRequiredThreadsAdvisor(Manager manager, ObjectProvider<PresentLimits> limits) {
        return new RequiredThreadsAdvisor(
                flow -> manager.flow(flow).statistics(),
                flow -> manager.flow(flow).seconds(RequiredThreadsAdvisor.SECONDS),
                flow -> known(limits).connections(flow));
    }

    private static PresentLimits known(ObjectProvider<PresentLimits> limits) {
        return limits.orderedStream().findFirst().orElse(PresentLimits.UNKNOWN);
    }
}
