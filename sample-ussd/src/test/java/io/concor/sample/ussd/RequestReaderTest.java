package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.sample.support.UnreadableMessageException;
import io.concor.sample.ussd.menu.Menus;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestReaderTest {

    private static final String SOUND = "{'sessionId':'a-1','msisdn':'94771234567','text':'*100#'}";

    private final RequestReader reader = new RequestReader();

    @Test
    void readsWhatTheOperatorSends() throws Exception {
        assertThat(read(SOUND)).isEqualTo(new UssdRequest("a-1", "94771234567", "*100#"));
    }

    @Test
    void takesAnEmptyAnswerForTheMenuIsToReplyToIt() throws Exception {
        assertThat(read(SOUND.replace("*100#", "")).text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{'sessionId':'1','msisdn':'94771234567','text':'1'} {}",
                "{'sessionId':'1','sessionId':'2','msisdn':'94771234567','text':'1'}",
                "{'sessionId':'1','msisdn':'94771234567','text':'1','url':'http://localhost'}"
            })
    void refusesWhatIsNotAJsonObjectOfTheKnownFields(String json) {
        assertThat(refusal(json).field()).isEqualTo("body");
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "'a-1', '', sessionId",
                "'a-1', 'a 1', sessionId",
                "'a-1', 7, sessionId",
                "'94771234567', '+94771234567', msisdn",
                "'94771234567', 94771234567, msisdn",
                "'*100#', null, text",
                "'*100#', '\\ud83d', text"
            })
    void namesTheFieldThatIsWrong(String part, String instead, String field) {
        assertThat(refusal(SOUND.replace(part, instead)).field()).isEqualTo(field);
    }

    @Test
    void takesOnePageOfTextAndNoMore() throws Exception {
        String page = "x".repeat(Menus.PAGE_CHARACTERS);

        assertThat(read(SOUND.replace("*100#", page)).text()).isEqualTo(page);
        assertThat(refusal(SOUND.replace("*100#", page + "x")).field()).isEqualTo("text");
    }

    private UssdRequest read(String json) throws UnreadableMessageException {
        return reader.read(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    private UnreadableMessageException refusal(String json) {
        return catchThrowableOfType(UnreadableMessageException.class, () -> read(json));
    }
}
