package io.concor.queueserver.http;

import io.concor.Flow;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Caller;
import io.concor.queueserver.request.ClientOperation;
import io.concor.queueserver.request.RefusalWriter;
import io.concor.queueserver.request.Reply;
import io.concor.queueserver.security.ClientRole;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.async.DeferredResult;

/** Runs requests through the flow. Thread-safe. */
@Component
final class RequestRunner {

    private final Exchange.Services services;
    private final BodyReader bodies;

    RequestRunner(
            Flow<ApiRequest, Reply> flow,
            RequestShares shares,
            WaitingReceives waiting,
            RefusalWriter refusals,
            BodyReader bodies) {
        this.services = new Exchange.Services(flow, shares, waiting, refusals);
        this.bodies = bodies;
    }

    /** Returns a request of a caller, without the body that it may have. */
    static ApiRequest request(ClientOperation operation, Authentication caller, HttpServletRequest request) {
        if (!operation.hasBody()) {
            BodyReader.requireNone(request);
        }
        Caller known = new Caller(caller.getName(), ClientRole.isOf(caller));
        return ApiRequest.of(operation, known, request.getQueryString());
    }

    /** Runs a request. */
    DeferredResult<ResponseEntity<byte[]>> run(ApiRequest request) {
        DeferredResult<ResponseEntity<byte[]>> answer = new DeferredResult<>();
        new Exchange(request, answer, services).begin();
        return answer;
    }

    /** Runs a request with the body that its client sends, once that is there. */
    DeferredResult<ResponseEntity<byte[]>> run(ApiRequest request, HttpServletRequest sent) {
        DeferredResult<ResponseEntity<byte[]>> answer = new DeferredResult<>();
        bodies.read(sent, request.caller().name()).whenComplete((body, error) -> {
            if (error == null) {
                new Exchange(request.with(body), answer, services).begin();
            } else {
                answer.setErrorResult(error);
            }
        });
        return answer;
    }
}
