package io.concor.autoconfigure.security;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Browsers that log in on the port of the application. */
@SpringBootTest(
        classes = SecureApplication.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.endpoints.web.exposure.include=health,concor,concorslots",
            "management.endpoint.concorslots.access=unrestricted",
            "server.servlet.session.cookie.same-site=strict",
            "concor.security.enabled=true",
            "concor.security.other-requests=open",
            "concor.security.sessions-per-user=2",
            "concor.security.users.viewer.password=" + BrowserLoginContract.HASH,
            "concor.security.users.viewer.roles=viewer",
            "concor.security.users.operator.password=" + BrowserLoginContract.HASH,
            "concor.security.users.operator.roles=operator",
            SecureApplication.EXCLUDED
        })
class BrowserLoginSamePortTests extends BrowserLoginContract {

    @LocalServerPort
    private int port;

    @Override
    int port() {
        return port;
    }

    @Override
    String sameSite() {
        return "Strict";
    }
}
