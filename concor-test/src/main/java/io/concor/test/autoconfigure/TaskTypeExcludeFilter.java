package io.concor.test.autoconfigure;

import io.concor.Task;
import java.util.Set;
import org.springframework.boot.test.context.filter.annotation.StandardAnnotationCustomizableTypeExcludeFilter;

/** Excludes all components but tasks, and those that the {@link ConcorTest} includes. */
final class TaskTypeExcludeFilter extends StandardAnnotationCustomizableTypeExcludeFilter<ConcorTest> {

    TaskTypeExcludeFilter(Class<?> testClass) {
        super(testClass);
    }

    @Override
    protected Set<Class<?>> getKnownIncludes() {
        return Set.of(Task.class);
    }
}
