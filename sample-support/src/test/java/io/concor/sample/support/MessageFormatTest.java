package io.concor.sample.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageFormatTest {

    private final MessageFormat format = MessageFormat.ofFields("name", "code");

    @Test
    void readsTexts() throws Exception {
        TextFields fields = format.read("{\"name\":\"news\"}");

        assertThat(fields.text("name")).isEqualTo("news");
        assertThat(fields.has("name")).isTrue();
        assertThat(fields.has("code")).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            [1]                       | body must be a JSON object
            {'more':1}                | body must hold name, code, and nothing else
            {'name':'a'} {}           | body is not JSON, or holds a field twice, at line 1
            {'name':'a','name':'a'}   | body is not JSON, or holds a field twice, at line 1
            {'name':'news'}           | code is missing
            {'code':null}             | code is missing
            {'code':1111}             | code must be a text
            {'code':'\\ud83d'}        | code contains half of a surrogate pair
            {'code':'11a'}            | code must be digits
            """)
    void namesTheFieldAndTheRuleThatIsBroken(String json, String reason) {
        Pattern digits = Pattern.compile("[0-9]+");

        UnreadableMessageException unreadable =
                catchThrowableOfType(UnreadableMessageException.class, () -> format.read(json.replace('\'', '"'))
                        .text("code", digits, "must be digits"));

        assertThat(unreadable).hasMessageStartingWith(reason);
    }
}
