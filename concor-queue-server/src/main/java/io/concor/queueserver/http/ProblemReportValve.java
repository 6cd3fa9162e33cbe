package io.concor.queueserver.http;

import io.concor.text.Sentence;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.PrintWriter;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.apache.coyote.AbstractProtocol;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;

/**
 * Describes errors as problems (RFC 9457) that the application does not describe, instead of a page: above all those of requests that the
 * web server refuses before it has read their header. A server that stops refuses a request so that has just come, as one without a host;
 * its client learns that it may try again. Thread-safe.
 */
final class ProblemReportValve extends ErrorReportValve {

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        boolean isRefused = response.isError() && !request.isAsync();
        if (isRefused) {
            response.setSuspended(false);
            report(request, response, null);
        } else {
            super.invoke(request, response);
        }
    }

    private static boolean isStopping(Request request) {
        return request.getConnector().getProtocolHandler() instanceof AbstractProtocol<?> protocol
                && protocol.isPaused();
    }

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        boolean isToReport =
                response.getStatus() >= 400 && response.getContentWritten() == 0 && response.setErrorReported();
        if (!isToReport) {
            return;
        }
        if (response.getStatus() < 500 && isStopping(request)) {
            response.setStatus(HttpStatus.SERVICE_UNAVAILABLE.value());
        }
        if (response.getStatus() == HttpStatus.SERVICE_UNAVAILABLE.value()) {
            response.setHeader(HttpHeaders.RETRY_AFTER, "1");
        }
        try {
            response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
            PrintWriter writer = response.getReporter();
            if (writer != null) { // otherwise the answer has begun
                writer.write(problem(response.getStatus()));
                response.finishResponse();
            }
        } catch (IOException gone) {
            // the connection has ended
        }
    }

    private static String problem(int status) {
        HttpStatus known = HttpStatus.resolve(status);
        return Sentence.of(
                "{\"status\":%d,\"title\":\"%s\"}", status, known == null ? "Error" : known.getReasonPhrase());
    }
}
