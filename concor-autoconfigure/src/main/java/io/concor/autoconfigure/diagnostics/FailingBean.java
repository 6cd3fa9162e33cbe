package io.concor.autoconfigure.diagnostics;

import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanCreationException;

/** Finds the bean whose creation failed first: the innermost of a chain of dependent beans. */
final class FailingBean {

    private FailingBean() {}

    static @Nullable String of(Throwable failure) {
        String bean = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BeanCreationException creation && creation.getBeanName() != null) {
                bean = creation.getBeanName();
            }
        }
        return bean;
    }

    /** Returns null also for the bean of a flow: it is no bean of one of the flow's components. */
    static @Nullable String otherThan(String flow, Throwable failure) {
        String bean = of(failure);
        return flow.equals(bean) ? null : bean;
    }

    static String named(Throwable failure) {
        String bean = of(failure);
        return bean == null ? "Concor" : Sentence.of("Bean '%s'", bean);
    }
}
