package io.concor.sample.ussd;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;

/**
 * Why a request was not accepted.
 *
 * @param error the status in words
 * @param field the field that is wrong, {@code body} for the request as a whole, or null when it is not the request
 * @param reason what is wrong
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Refusal(String error, @Nullable String field, String reason) {

    static Refusal of(HttpStatus status, @Nullable String field, String reason) {
        return new Refusal(status.getReasonPhrase(), field, reason);
    }
}
