package io.concor.sample.ussd;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * A subscriber's questions and answers, as they were at one request. A value: the tasks behind the session manager run
 * on other threads. Where in the menu the subscriber is follows from what was answered so far.
 *
 * @param operatorSession the operator's name for the session
 * @param dialled what began it
 * @param choices what the subscriber answered since, this request included, as {@linkplain Menu#shared shared texts}
 * @param lastRequestAt when this request came
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

    /** At its main menu again. The answer that was too many is dropped: it was meant for another page. */
    UssdSession anew(Instant now) {
        return new UssdSession(operatorSession, dialled, List.of(), now);
    }
}
