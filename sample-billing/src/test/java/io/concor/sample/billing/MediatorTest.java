package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.sample.billing.BillingProperties.Bulk;
import io.concor.sample.billing.BillingProperties.Inbox;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.util.unit.DataSize;

class MediatorTest {

    private static final String GOOD = "{'id':'c-1','caller':'4917000001','called':'4930123456',"
            + "'start':'2026-11-26T10:00:00Z','seconds':'75','charging':'normal'}";

    private final Mediator mediator = new Mediator(new BillingProperties(
            1,
            Duration.ofSeconds(2),
            Duration.ZERO,
            new Bulk(1, 1, DataSize.ofBytes(1), Duration.ZERO),
            new Inbox(null, Duration.ofSeconds(1), DataSize.ofBytes(1))));

    @Test
    void readsARecord() {
        MediatedRecord record = mediated(GOOD);

        assertThat(record.call())
                .isEqualTo(
                        new CallRecord("c-1", "4917000001", "4930123456", Instant.parse("2026-11-26T10:00:00Z"), 75));
        assertThat(record.charging()).isEqualTo(Charging.NORMAL);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+4930123456", "004930123456", "4930123456"})
    void normalizesNumbers(String called) {
        assertThat(mediated(with("called", called)).call().called()).isEqualTo("4930123456");
    }

    @ParameterizedTest
    @CsvSource({
        "0,normal,TOO_SHORT",
        "1,normal,TOO_SHORT",
        "1,flat-rate,TOO_SHORT",
        "2,normal,NORMAL",
        "2,flat-rate,FLAT_RATE",
        "999999,normal,NORMAL"
    })
    void chargesNeitherShortCallsNorFlatRates(String seconds, String charging, Charging charged) {
        String record = with("seconds", seconds).replace("'normal'", "'" + charging + "'");

        assertThat(mediated(record).charging()).isEqualTo(charged);
    }

    @Test
    void takesARecordWithoutCharging() {
        assertThat(mediated(GOOD.replace(",'charging':'normal'", "")).charging())
                .isEqualTo(Charging.NORMAL);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id       | C-1
            caller   | 12
            caller   | 0170123456
            caller   | 1234567890123456
            called   | 49 30
            start    | 2026-11-26T10:00:00
            start    | 2026-02-30T10:00:00Z
            start    | 2026-11-26T25:00:00Z
            start    | 1999-11-26T10:00:00Z
            seconds  | -1
            seconds  | 1.5
            seconds  | 1000000
            charging | prepaid
            """)
    void namesTheFieldThatIsWrong(String field, String value) {
        assertThat(rejection(with(field, value))).isEqualTo(Rejection.UNREADABLE);
        assertThat(reason(with(field, value))).startsWith(field + " ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "{", "hello", "{'more':'1'}"})
    void rejectsWhatIsNoRecord(String text) {
        assertThat(reason(text)).startsWith("body ");
    }

    @Test
    void rejectsALineWithoutAnEndAsARecord() {
        assertThat(reason("x".repeat(5000))).isEqualTo("body has more than 4096 characters");
    }

    private static String with(String field, String value) {
        return GOOD.replaceAll("'" + field + "':'[^']*'", "'" + field + "':'" + value + "'");
    }

    private MediatedRecord mediated(String text) {
        return mediator.apply(new Submission(text.replace('\'', '"'), "test"));
    }

    private Rejection rejection(String text) {
        return rejected(text).outcome().rejection();
    }

    private String reason(String text) {
        return rejected(text).outcome().reason();
    }

    private RejectedRecordException rejected(String text) {
        return catchThrowableOfType(RejectedRecordException.class, () -> mediated(text));
    }
}
