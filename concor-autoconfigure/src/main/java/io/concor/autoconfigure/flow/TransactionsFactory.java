package io.concor.autoconfigure.flow;

import io.concor.Transactions;
import io.concor.autoconfigure.flow.FlowProblem.MissingSpringTx;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** The transactions of flows that are configured, where the class path has what they need. */
final class TransactionsFactory {

    private static final String NEEDED = "org.springframework.transaction.PlatformTransactionManager";

    private final ConfigurableListableBeanFactory beans;

    TransactionsFactory(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * What begins the transactions of that scope.
     *
     * @throws FlowConfigurationException when there is no manager for them
     */
    Transactions of(ConfiguredTransaction scope) {
        if (!ClassUtils.isPresent(NEEDED, beans.getBeanClassLoader())) {
            throw new FlowConfigurationException(scope.place(), new MissingSpringTx());
        }
        return new TransactionManagerBeans(beans).transactions(scope);
    }
}
