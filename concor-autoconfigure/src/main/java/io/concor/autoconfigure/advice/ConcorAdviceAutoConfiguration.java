package io.concor.autoconfigure.advice;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.Manager;
import java.util.OptionalDouble;
import java.util.OptionalInt;
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
    ComputingCallersAdvisor concorComputingCallersAdvisor(ObjectProvider<ComputingCallers> callers) {
        return new ComputingCallersAdvisor(flow -> callers.stream()
                .map(known -> known.queuing(flow))
                .filter(OptionalDouble::isPresent)
                .findFirst()
                .orElseGet(OptionalDouble::empty));
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
    RequiredThreadsAdvisor concorRequiredThreadsAdvisor(Manager manager, ObjectProvider<ConnectionWaits> waits) {
        return new RequiredThreadsAdvisor(
                flow -> manager.flow(flow).statistics(),
                flow -> manager.flow(flow).seconds(RequiredThreadsAdvisor.SECONDS),
                flow -> waits.stream()
                        .map(known -> known.limiting(flow))
                        .filter(OptionalInt::isPresent)
                        .findFirst()
                        .orElseGet(OptionalInt::empty));
    }
}
