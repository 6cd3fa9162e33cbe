package io.concor.sample.ussd;

import io.concor.sample.ussd.menu.Menu;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A subscriber's dialogue at the time of one request. Immutable, because the tasks after the session manager run on
 * other threads. The place in the menus follows from the answers so far.
 *
 * @param operatorSession the operator's id of the session
 * @param dialled the text that began it
 * @param choices the answers since then, including this request, as {@linkplain Menu#shared shared texts}
 * @param lastRequestAt when this request arrived
 */
record UssdSession(String operatorSession, String dialled, List<String> choices, Instant lastRequestAt) {

    static UssdSession begunBy(UssdMessage message, Instant now) {
        return new UssdSession(message.operatorSession(), message.text(), List.of(), now);
    }

    UssdSession next(UssdMessage message, Instant now) {
        List<String> more = Stream.concat(choices.stream(), Stream.of(Menu.shared(message.text())))
                .toList();
        return new UssdSession(operatorSession, dialled, more, now);
    }

    /** Returns the session at its main menu again. Drops the last answer, which was for another page. */
    UssdSession anew(Instant now) {
        return new UssdSession(operatorSession, dialled, List.of(), now);
    }
}
