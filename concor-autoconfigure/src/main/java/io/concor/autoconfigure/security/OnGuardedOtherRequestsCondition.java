package io.concor.autoconfigure.security;

import io.concor.autoconfigure.properties.section.OtherRequests;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches unless the application leaves its other requests open. Reads the property as its binding does. */
final class OnGuardedOtherRequestsCondition implements Condition {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return Binder.get(context.getEnvironment())
                        .bind("concor.security.other-requests", OtherRequests.class)
                        .orElse(OtherRequests.AUTHENTICATED)
                == OtherRequests.AUTHENTICATED;
    }
}
