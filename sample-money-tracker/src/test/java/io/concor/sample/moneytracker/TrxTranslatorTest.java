package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.sample.support.UnreadableMessageException;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrxTranslatorTest {

    private final TrxTranslator translator = new TrxTranslator();

    @Test
    void readsATransfer() throws Exception {
        assertThat(read("{'id':'t-1','type':'transfer','account':'1001','counterAccount':'1002','amount':'12.50'}"))
                .isEqualTo(new Trx("t-1", TrxType.TRANSFER, "1001", "1002", new BigDecimal("12.50")));
    }

    @ParameterizedTest
    @CsvSource({"deposit,DEPOSIT", "withdrawal,WITHDRAWAL"})
    void readsWhatConcernsOneAccount(String name, TrxType type) throws Exception {
        assertThat(read(with("type", "'" + name + "'"))).isEqualTo(trx(type, "1.00"));
    }

    @ParameterizedTest
    @CsvSource({"5,5.00", "0.1,0.10", "0.01,0.01", "999999999999.99,999999999999.99"})
    void givesEveryAmountTwoDecimals(String text, String amount) throws Exception {
        assertThat(read(with("amount", "'" + text + "'"))).isEqualTo(trx(TrxType.DEPOSIT, amount));
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
                "{'id':'t-1'} {}",
                "{'id':'t-1','id':'t-2'}",
                "{'more':1}"
            })
    void refusesWhatIsNoMessage(String text) {
        assertThat(refusal(text).field()).isEqualTo("body");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    id             | null
                    id             | 7
                    id             | ''
                    id             | 'T-1'
                    id             | 't 1'
                    id             | 'aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffggggg'
                    type           | 'loan'
                    type           | 'DEPOSIT'
                    account        | '123'
                    account        | '12345678901234567890 '
                    account        | 1001
                    counterAccount | '1002'
                    amount         | 1.00
                    amount         | '0'
                    amount         | '0.00'
                    amount         | '-1'
                    amount         | '1.001'
                    amount         | '1,00'
                    amount         | '01.00'
                    amount         | '1e3'
                    amount         | '1000000000000'
                    amount         | 'NaN'
                    """)
    void namesTheFieldThatIsWrong(String field, String value) {
        assertThat(refusal(with(field, value)).field()).isEqualTo(field);
    }

    @Test
    void namesEveryTypeToWhoeverAsksForAnother() {
        assertThat(refusal(with("type", "'loan'")).getMessage())
                .isEqualTo("type must be one of deposit, withdrawal, transfer");
    }

    @Test
    void refusesATransferToTheSameOrToNoAccount() {
        String transfer = "{'id':'t-1','type':'transfer','account':'1001','amount':'1'";

        assertThat(refusal(transfer + "}").getMessage()).isEqualTo("counterAccount is missing");
        assertThat(refusal(transfer + ",'counterAccount':'1001'}").getMessage())
                .isEqualTo("counterAccount must be another account");
    }

    @Test
    void keepsWhatWasSentOutOfItsReasons() {
        assertThat(refusal("{secret").getMessage()).contains("line 1").doesNotContain("secret");
    }

    private static Trx trx(TrxType type, String amount) {
        return new Trx("t-1", type, "1001", null, new BigDecimal(amount));
    }

    /** A deposit with one field replaced or added. */
    private static String with(String field, String value) {
        String deposit = "{'id':'t-1','type':'deposit','account':'1001','amount':'1.00'}";
        String given = "'" + field + "':" + value;
        return deposit.contains("'" + field + "'")
                ? deposit.replaceAll("'" + field + "':'[^']*'", given)
                : deposit.replace("}", "," + given + "}");
    }

    private Trx read(String text) throws UnreadableMessageException {
        return translator.apply(text.replace('\'', '"'));
    }

    private UnreadableMessageException refusal(String text) {
        return catchThrowableOfType(UnreadableMessageException.class, () -> read(text));
    }
}
