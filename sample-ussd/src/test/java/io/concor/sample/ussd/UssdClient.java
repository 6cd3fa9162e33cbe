package io.concor.sample.ussd;

import io.concor.sample.HttpCaller;
import java.net.http.HttpResponse;
import tools.jackson.databind.json.JsonMapper;

/** Calls the server as its clients and its operator do. */
final class UssdClient extends HttpCaller {

    private static final JsonMapper JSON = new JsonMapper();

    UssdClient(int port) {
        super(port);
    }

    HttpResponse<String> send(String session, String text) {
        return send(session, "94771234567", text);
    }

    HttpResponse<String> send(String session, String msisdn, String text) {
        return post("/ussd", JSON.writeValueAsBytes(new UssdRequest(session, msisdn, text)));
    }
}
