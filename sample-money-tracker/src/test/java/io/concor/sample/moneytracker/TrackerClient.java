package io.concor.sample.moneytracker;

import io.concor.sample.HttpCaller;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;

/** Calls the money tracker as its clients and its operator do. */
final class TrackerClient extends HttpCaller {

    TrackerClient(int port) {
        super(port);
    }

    HttpResponse<String> book(String id, String type, String account, String amount) {
        return post("/transactions", Messages.message(id, type, account, null, amount));
    }

    HttpResponse<String> transfer(String id, String account, String counterAccount, String amount) {
        return post("/transactions", Messages.message(id, "transfer", account, counterAccount, amount));
    }

    CompletableFuture<HttpResponse<String>> bookLater(String id, String type, String account, String amount) {
        return postLater("/transactions", Messages.message(id, type, account, null, amount));
    }

    String balance(String account) {
        return text(get("/accounts/" + account), "balance");
    }
}
