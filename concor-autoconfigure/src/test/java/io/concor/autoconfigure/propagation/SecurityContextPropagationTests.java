package io.concor.autoconfigure.propagation;

import org.springframework.security.authentication.TestingAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;

class SecurityContextPropagationTests extends PropagationContract {

    private static final class Caller implements ThreadState {

        @Override
        public Runnable hold(String name) {
            SecurityContextHolder.setContext(new SecurityContextImpl(new TestingAuthenticationToken(name, "")));
            return SecurityContextHolder::clearContext;
        }

        @Override
        public String seen() {
            Authentication caller = SecurityContextHolder.getContext().getAuthentication();
            return caller == null ? NOTHING : caller.getName();
        }
    }

    private final ThreadState caller = new Caller();

    @Override
    ThreadState belonging() {
        return caller;
    }
}
