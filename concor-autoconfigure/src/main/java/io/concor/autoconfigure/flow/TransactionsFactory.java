package io.concor.autoconfigure.flow;

import io.concor.Transactions;
import io.concor.autoconfigure.flow.FlowProblem.MissingSpringTx;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Creates the configured transactions of flows, if Spring's transaction support is on the class path. */
final class TransactionsFactory {

    private static final String REQUIRED = "org.springframework.transaction.PlatformTransactionManager";

    private final ConfigurableListableBeanFactory beans;

    TransactionsFactory(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * Creates what begins the transactions.
     *
     * @throws FlowConfigurationException if there is no transaction manager
     */
    Transactions of(ConfiguredTransaction scope) {
        if (!ClassUtils.isPresent(REQUIRED, beans.getBeanClassLoader())) {
            throw new FlowConfigurationException(scope.place(), new MissingSpringTx());
        }
        return new TransactionManagerBeans(beans).transactions(scope);
    }
}
