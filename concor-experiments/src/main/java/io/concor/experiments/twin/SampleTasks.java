package io.concor.experiments.twin;

import org.springframework.beans.factory.BeanFactory;

/**
 * The tasks of a sample.
 *
 * @param flow the name of its flow
 * @param maxInFlight the most events inside at once
 * @param beans the beans of the sample
 */
record SampleTasks(String flow, int maxInFlight, BeanFactory beans) {

    /** Returns a task by the name of its bean. */
    @SuppressWarnings("unchecked") // a twin calls tasks in the order of the flow, whose types Concor checks
    <T> T task(String bean, Class<? super T> kind) {
        return (T) beans.getBean(bean, kind);
    }
}
