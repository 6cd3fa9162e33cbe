package io.concor.autoconfigure.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A generated request.
 *
 * @param method any word
 * @param target what stands in the line of the request, encoded or not
 * @param headers names and values in turn
 * @param body the bytes as characters
 */
record FuzzRequest(String method, String target, List<String> headers, String body) {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    /** The status, and the body as text. */
    record Answer(int status, String text) {}

    /** Whether the path is unambiguously one of Concor's. */
    boolean staysBelow(String path) {
        String plain = target.replace("%2e", ".").replaceAll("[?].*", "");
        return Stream.of(plain.split("/")).noneMatch(".."::equals) && plain.startsWith(path);
    }

    Answer send(int port) throws IOException, InterruptedException {
        URI uri;
        try {
            uri = URI.create("http://localhost:" + port + target);
        } catch (IllegalArgumentException notOne) {
            return sendRaw(port);
        }
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).method(method, BodyPublishers.ofByteArray(body.getBytes(ISO_8859_1)));
        if (!headers.isEmpty()) {
            request.headers(headers.toArray(String[]::new));
        }
        HttpResponse<String> response = CLIENT.send(request.build(), BodyHandlers.ofString());
        return new Answer(response.statusCode(), response.body());
    }

    private Answer sendRaw(int port) {
        String answer = RawHttp.exchange(
                port,
                String.format(
                        Locale.ROOT,
                        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
                        method,
                        target,
                        body.length(),
                        body));
        return new Answer(Integer.parseInt(answer.substring(9, 12)), answer);
    }
}
