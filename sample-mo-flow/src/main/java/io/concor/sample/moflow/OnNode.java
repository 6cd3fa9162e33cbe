package io.concor.sample.moflow;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** A bean of processes that are this node ({@code concor.node}), or that run the whole flow. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Conditional(OnNode.IsHere.class)
@interface OnNode {

    /** Returns the node. */
    String value();

    /** Compares the node of a bean with those of the process. */
    final class IsHere implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata bean) {
            List<String> here = Binder.get(context.getEnvironment())
                    .bind("concor.node", Bindable.listOf(String.class))
                    .orElse(List.of());
            Map<String, ?> annotation = bean.getAnnotationAttributes(OnNode.class.getName());
            return here.isEmpty()
                    || here.contains(
                            String.valueOf(Objects.requireNonNull(annotation).get("value")));
        }
    }
}
