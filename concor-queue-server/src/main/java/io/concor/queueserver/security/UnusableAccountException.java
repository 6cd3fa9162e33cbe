package io.concor.queueserver.security;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;

/** Users are configured so that the server would be open, or closed to all. Contains no part of a password. */
final class UnusableAccountException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private UnusableAccountException(String problem, String remedy) {
        super(problem, remedy, null);
    }

    static UnusableAccountException none() {
        return new UnusableAccountException(
                "concor.queue-server.users is empty, and no tokens are accepted: there would be no clients",
                "Set concor.queue-server.users.<name> to a password, or"
                        + " spring.security.oauth2.resourceserver.jwt.issuer-uri to the address of a provider.");
    }

    static UnusableAccountException password(String property, int least, int most) {
        return new UnusableAccountException(
                Sentence.of("%s is missing, shorter than %d or longer than %d characters", property, least, most),
                Sentence.of(
                        "Set %s, or the variable that it refers to, to %d to %d characters.", property, least, most));
    }

    static UnusableAccountException both(String name) {
        return new UnusableAccountException(
                Sentence.of("'%s' is both in concor.queue-server.users and in concor.queue-server.operators", name),
                "Give the operator another name.");
    }
}
