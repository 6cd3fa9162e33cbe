package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.sample.support.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageReaderTest {

    private final MessageReader reader = new MessageReader();

    @Test
    void readsAMessage() throws Exception {
        assertThat(read("{'message':'hi','shortCode':'1111','msisdn':'94771234567'}"))
                .isEqualTo(new IncomingMessage("94771234567", "1111", "hi"));
    }

    @Test
    void takesTheLongestText() throws Exception {
        String longest = "x".repeat(MessageReader.MAX_TEXT);

        assertThat(read(with("message", "'" + longest + "'")).message()).isEqualTo(longest);
        assertThat(refusal(with("message", "'" + longest + "x'")).field()).isEqualTo("message");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "hello",
                "[]",
                "'text'",
                "42",
                "{",
                "{'msisdn':'94771234567','shortCode':'1111','message':'hi'",
                "{'msisdn':'94771234567','shortCode':'1111','message':'hi'} {}",
                "{'msisdn':'94771234567','msisdn':'94771234568','shortCode':'1111','message':'hi'}",
                "{'msisdn':'94771234567','shortCode':'1111','message':'hi','priority':1}",
                "{\"msisdn\":94771234567,}"
            })
    void refusesWhatIsNotAJsonObjectOfTheKnownFields(String json) {
        assertThat(refusal(json).field()).isEqualTo("body");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "msisdn, null",
                "msisdn, 94771234567",
                "msisdn, true",
                "msisdn, ['94771234567']",
                "msisdn, ''",
                "msisdn, '+94771234567'",
                "msisdn, '0771234567'",
                "msisdn, '123456'",
                "msisdn, '1234567890123456'",
                "msisdn, '9477123456x'",
                "shortCode, 1111",
                "shortCode, '12'",
                "shortCode, '123456789'",
                "shortCode, 'news'",
                "message, {}",
                "message, 7",
                "message, ''",
                "message, '   '",
                "message, '\\ud83d'"
            })
    void refusesAFieldThatBreaksItsRule(String field, String value) {
        UnreadableMessageException refusal = refusal(with(field, value));

        assertThat(refusal.field()).isEqualTo(field);
        assertThat(refusal.reason()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"msisdn", "shortCode", "message"})
    void refusesAMessageWithoutOneOfItsFields(String field) {
        UnreadableMessageException refusal = refusal(with(field, "null")
                .replace("'" + field + "':null", "'x':1")
                .replace("'x':1,", "")
                .replace(",'x':1", ""));

        assertThat(refusal).hasMessage(field + " is missing");
    }

    @Test
    void refusesBytesThatAreNoText() {
        byte[] bytes = with("message", "'?'").replace('\'', '"').getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = bytes[i] == '?' ? (byte) 0xff : bytes[i];
        }

        assertThat(catchThrowableOfType(UnreadableMessageException.class, () -> reader.read(bytes))
                        .field())
                .isEqualTo("body");
    }

    @Test
    void repeatsNothingOfWhatWasSent() {
        String duplicate = "{'" + "secret".repeat(100) + "':1,'" + "secret".repeat(100) + "':2}";

        assertThat(refusal(duplicate).getMessage()).doesNotContain("secret").hasSizeLessThan(120);
    }

    private static String with(String field, String value) {
        return "{'msisdn':%s,'shortCode':%s,'message':%s}"
                .formatted(
                        field.equals("msisdn") ? value : "'94771234567'",
                        field.equals("shortCode") ? value : "'1111'",
                        field.equals("message") ? value : "'hi'");
    }

    private IncomingMessage read(String json) throws UnreadableMessageException {
        return reader.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private UnreadableMessageException refusal(String json) {
        return catchThrowableOfType(UnreadableMessageException.class, () -> read(json));
    }
}
