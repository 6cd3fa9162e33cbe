package io.concor.sample.moflow;

import io.concor.SimpleTask;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/** Converts a message of the gateway to the JSON text that an application receives. */
@Component
@OnNode("core")
class AtTranslator implements SimpleTask<AddressedMessage, AtMessage> {

    private final JsonMapper json;

    AtTranslator(JsonMapper json) {
        this.json = json;
    }

    @Override
    public AtMessage apply(AddressedMessage addressed) {
        MoMessage message = addressed.routed().message();
        MoSession session = addressed.routed().session();
        AtBody body = new AtBody(
                message.id(), message.from(), message.to(), session.id(), session.messages(), message.text());
        return new AtMessage(addressed, json.writeValueAsBytes(body));
    }

    /** The JSON object that an application receives. */
    record AtBody(String id, String msisdn, String shortCode, String session, int numberInSession, String message) {}
}
