package io.concor.autoconfigure.properties;

import io.concor.text.Sentence;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** The condition of {@link ConditionalOnEnabled}. */
final class OnEnabledCondition extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        Map<String, Object> attributes =
                Objects.requireNonNull(metadata.getAnnotationAttributes(ConditionalOnEnabled.class.getName()));
        String property = String.valueOf(attributes.get("value"));
        boolean enabled = Binder.get(context.getEnvironment())
                .bind(property, Boolean.class)
                .orElse(Boolean.TRUE.equals(attributes.get("byDefault")));
        return new ConditionOutcome(
                enabled,
                ConditionMessage.forCondition(ConditionalOnEnabled.class)
                        .because(Sentence.of("%s is %s", property, enabled)));
    }
}
