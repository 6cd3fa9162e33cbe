package io.concor.simulator.http;

import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import io.concor.simulator.load.CallbackHandler;
import java.util.regex.Pattern;

/** WireMock, as in the thesis: answers 200 with an empty JSON object to whatever comes, and keeps no journal. */
public final class WireMockCallbackReceiver implements CallbackReceiver {

    private static final int THREADS = 32;

    private final WireMockServer server;
    private final RequestIdExtractor ids;

    /**
     * A receiver that listens on all addresses.
     *
     * @param port to listen on
     * @param id whose first group is the id of a request
     * @throws IllegalStateException if the port cannot be had
     */
    public WireMockCallbackReceiver(int port, Pattern id) {
        ids = new RequestIdExtractor(id);
        server = new WireMockServer(
                options().port(port).containerThreads(THREADS).disableRequestJournal());
        server.stubFor(any(anyUrl()).willReturn(okJson("{}")));
        server.addMockServiceRequestListener((request, response) -> ids.received(request.getBodyAsString()));
        try {
            server.start();
        } catch (FatalStartupException taken) {
            throw new IllegalStateException("Cannot listen on port " + port, taken);
        }
    }

    @Override
    public void tell(CallbackHandler arrivals) {
        ids.tell(arrivals);
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
