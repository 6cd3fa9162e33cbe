package io.concor.queueserver.security;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.security.authentication.AuthenticationEventPublisher;
import org.springframework.security.authentication.DefaultAuthenticationEventPublisher;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;

/** Publishes log-ins that fail, for the audit events. One that succeeds comes with each request. Thread-safe. */
final class FailedLoginEvents implements AuthenticationEventPublisher {

    private final AuthenticationEventPublisher events;

    FailedLoginEvents(ApplicationEventPublisher publisher) {
        events = new DefaultAuthenticationEventPublisher(publisher);
    }

    @Override
    public void publishAuthenticationSuccess(Authentication known) {
        // each request is one
    }

    @Override
    public void publishAuthenticationFailure(AuthenticationException failed, Authentication login) {
        events.publishAuthenticationFailure(failed, login);
    }
}
