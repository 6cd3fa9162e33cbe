package io.concor.queueserver.request;

import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.QueuesSettings;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.regex.Pattern;

/**
 * Names that stand in an address: of queues and messages. Servers and proxies reject addresses with other characters, or change them,
 * even encoded ones.
 */
final class PathNames {

    private static final Pattern NAME = Pattern.compile("(?!\\.{1,2}$)[\\p{L}\\p{M}\\p{N}\\-._~:@+=,()! ]+");
    private static final String ALLOWED =
            Sentence.of("1 to %d letters, digits, spaces and -._~:@+=,()! but not . or ..", QueuesSettings.MOST_NAME);

    private PathNames() {}

    /** @throws InvalidRequestException if a name cannot stand in an address */
    static String require(String field, String name) {
        if (name.length() > QueuesSettings.MOST_NAME || !NAME.matcher(name).matches()) {
            throw new InvalidRequestException(field, Sentence.of("is '%s'", SafeText.shown(name)), ALLOWED);
        }
        return name;
    }
}
