package io.concor.simulator.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;

/** WireMock, as in the thesis: responds to every request with status 200 and an empty JSON object. */
final class WireMockCallbackReceiver implements CallbackReceiver {

    private static final int THREADS = 32;

    private final WireMockServer server;
    private final RequestIdExtractor ids;

    WireMockCallbackReceiver(int port, Pattern id) {
        ids = new RequestIdExtractor(id);
        server = new WireMockServer(
                options().port(port).containerThreads(THREADS).disableRequestJournal());
        server.stubFor(any(anyUrl()).willReturn(okJson("{}")));
        server.addMockServiceRequestListener((request, response) -> ids.received(request.getBodyAsString()));
        try {
            server.start();
        } catch (FatalStartupException e) {
            throw new IllegalStateException("Cannot listen on port " + port, e);
        }
    }

    @Override
    public void onCallback(LongConsumer listener) {
        ids.setListener(listener);
    }

    @Override
    public String description() {
        return "arrival at WireMock inside the simulator";
    }

    @Override
    public void close() {
        server.stop();
    }
}
