package io.concor.sample.moflow;

import io.concor.sample.HttpCaller;
import java.net.http.HttpResponse;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Calls the gateway as its clients and its operator do. */
final class GatewayClient extends HttpCaller {

    private static final JsonMapper JSON = new JsonMapper();

    GatewayClient(int port) {
        super(port);
    }

    HttpResponse<String> send(String shortCode, String message) {
        return send("94771234567", shortCode, message);
    }

    HttpResponse<String> send(String msisdn, String shortCode, String message) {
        return sendBody(JSON.writeValueAsBytes(new IncomingMessage(msisdn, shortCode, message)));
    }

    HttpResponse<String> sendBody(byte[] body) {
        return post("/messages", body);
    }

    long ended() {
        JsonNode flow = flow();
        return flow.path("completed").longValue() + flow.path("failed").longValue();
    }

    long inFlight() {
        return flow().path("inFlight").longValue();
    }

    /** The messages of the last ten seconds. */
    long windowCompleted() {
        return json(get("/actuator/concorstats/mo-flow"))
                .at("/window/completed")
                .longValue();
    }

    /** Whether the first second of the flow has ended. */
    boolean hasHistory() {
        return !json(get("/actuator/concorstats/mo-flow/history"))
                .path("windows")
                .isEmpty();
    }

    /** Whether nothing limits the flow. */
    boolean isHealthy() {
        return json(get("/actuator/concordiagnosis/mo-flow"))
                .path("state")
                .stringValue()
                .equals("healthy");
    }

    private JsonNode flow() {
        for (JsonNode flow : json(get("/actuator/concor")).path("flows")) {
            if (flow.path("name").stringValue().equals("mo-flow")) {
                return flow;
            }
        }
        throw new AssertionError("mo-flow is not among the flows");
    }
}
