package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client receives if no operation takes its request, over any web technology. */
interface UnsupportedRequestContract {

    Http http();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "PUT    | concorslots/orders/resolver | application/json | */*             | 405 | method       | this path has no operation for PUT | DELETE, GET, POST",
                "POST   | concorslots/orders          | application/json | */*             | 405 | method       | this path has no operation for POST | GET",
                "POST   | concorslots/orders/resolver | text/plain       | */*             | 415 | Content-Type | it is 'text/plain' | application/json",
                "POST   | concorslots/orders/resolver | ``               | */*             | 415 | Content-Type | it is missing | application/json",
                "POST   | concorslots/orders/resolver | application/json | application/xml | 406 | Accept       | it is 'application/xml' | application/json, text/plain",
                "DELETE | concorpresets/orders/calm   | application/json | garbage         | 406 | Accept       | it is 'garbage' | application/json, text/plain",
                "GET    | concor                      | application/json | image/png       | 406 | Accept       | it is 'image/png' | application/json, text/plain"
            })
    default void explainsWhatIsExpectedIfNoOperationTakesARequest(
            String method,
            String path,
            String contentType,
            String accept,
            int status,
            String field,
            String reason,
            String allowed) {
        Http.Answer answer =
                http().call(method, path, method.equals("DELETE") ? null : "{\"threads\":2}", accept, contentType);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.field("error")).isNotEmpty();
        assertThat(answer.field("field")).isEqualTo(field);
        assertThat(answer.field("reason")).isEqualTo(reason);
        assertThat(answer.field("allowed")).isEqualTo(allowed);
    }

    @ParameterizedTest
    @CsvSource({"concor, 200", "concorslots/orders/resolver, 200", "concorslots/orders/none, 404"})
    default void respondsWithJsonIfTheAcceptedFormatIsEmpty(String path, int status) {
        Http.Answer answer = http().call("GET", path, null, "");

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.json().isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "text/plain", "image/png"})
    default void doesNotFindAPathWithoutOperationsInAnyFormat(String accept) {
        assertThat(http().call("GET", "concorslots/orders/resolver/more", null, accept)
                        .status())
                .isEqualTo(404);
    }
}
