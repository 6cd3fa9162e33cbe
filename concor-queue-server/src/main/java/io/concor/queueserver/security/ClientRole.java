package io.concor.queueserver.security;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** The role of those who may use the queues. */
public final class ClientRole {

    static final GrantedAuthority CLIENT = new SimpleGrantedAuthority("ROLE_CLIENT");

    private ClientRole() {}

    /** Returns whether a caller has it. */
    public static boolean isOf(Authentication caller) {
        return caller.getAuthorities().contains(CLIENT);
    }
}
