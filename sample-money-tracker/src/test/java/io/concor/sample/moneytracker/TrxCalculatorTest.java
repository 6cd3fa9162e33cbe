package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.sample.moneytracker.TrxRefusedException.Cause;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrxCalculatorTest {

    private final TrxCalculator calculator = new TrxCalculator();

    @Test
    void addsDeposits() {
        assertThat(calculated(TrxType.DEPOSIT, "0.10", "0.20")).containsExactly(Map.entry("1001", amount("0.30")));
    }

    @Test
    void takesWithdrawalsDownToNothing() {
        assertThat(calculated(TrxType.WITHDRAWAL, "10.00", "10.00")).containsExactly(Map.entry("1001", amount("0.00")));
    }

    @Test
    void movesTransfersFromOneAccountToTheOther() {
        Trx transfer = new Trx("t-1", TrxType.TRANSFER, "1001", "1002", amount("2.50"));

        Map<String, BigDecimal> balances = calculator
                .apply(new ReadTrx(transfer, Map.of("1001", amount("10.00"), "1002", amount("1.00"))))
                .balances();

        assertThat(balances).containsOnly(Map.entry("1001", amount("7.50")), Map.entry("1002", amount("3.50")));
    }

    @Test
    void refusesAnOverdraftAndSaysWhatThereIs() {
        assertThatExceptionOfType(TrxRefusedException.class)
                .isThrownBy(() -> calculated(TrxType.WITHDRAWAL, "9.99", "10.00"))
                .returns(Cause.OVERDRAFT, TrxRefusedException::why)
                .withMessage("transaction t-1: account 1001 has 9.99, which is less than 10.00");
    }

    @Test
    void refusesWhatNoAccountCanHold() {
        assertThatExceptionOfType(TrxRefusedException.class)
                .isThrownBy(() -> calculated(TrxType.DEPOSIT, "999999999999999.99", "0.01"))
                .returns(Cause.BALANCE_TOO_LARGE, TrxRefusedException::why);
    }

    private Map<String, BigDecimal> calculated(TrxType type, String balance, String amount) {
        Trx trx = new Trx("t-1", type, "1001", null, amount(amount));
        return calculator
                .apply(new ReadTrx(trx, Map.of("1001", amount(balance))))
                .balances();
    }

    private static BigDecimal amount(String text) {
        return new BigDecimal(text);
    }
}
