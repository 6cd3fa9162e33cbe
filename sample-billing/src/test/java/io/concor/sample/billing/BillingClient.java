package io.concor.sample.billing;

import io.concor.sample.HttpCaller;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;

/** Calls the billing as its senders and its operator do. */
final class BillingClient extends HttpCaller {

    BillingClient(int port) {
        super(port);
    }

    HttpResponse<String> send(String record) {
        return post("/records", record);
    }

    CompletableFuture<HttpResponse<String>> sendLater(String record) {
        return postLater("/records", record);
    }

    HttpResponse<String> sendArray(List<String> records) {
        return post("/records/bulk", "[" + String.join(",", records) + "]");
    }

    HttpResponse<String> sendLines(List<String> records) {
        return call(
                "POST",
                "/records/bulk",
                BodyPublishers.ofString(String.join("\n", records)),
                "Content-Type",
                "application/x-ndjson");
    }

    String balance(Customer customer) {
        return text(get("/accounts/" + customer.account()), "balance");
    }

    String running(Customer customer) {
        return text(get("/accounts/" + customer.account()), "running");
    }

    static List<Long> counts(HttpResponse<String> bulk) {
        JsonNode summary = json(bulk);
        return List.of("received", "billed", "repeated", "rejected", "failed").stream()
                .map(count -> summary.path(count).longValue())
                .toList();
    }
}
