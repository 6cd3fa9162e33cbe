package io.concor.sample.moneytracker;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.SimpleTask;
import io.concor.sample.support.MessageFormat;
import io.concor.sample.support.TextFields;
import io.concor.sample.support.UnreadableMessageException;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads a transaction from a message, which is a JSON text. */
@Component
class TrxTranslator implements SimpleTask<String, Trx> {

    private static final MessageFormat FORMAT =
            MessageFormat.ofFields("id", "type", "account", "counterAccount", "amount");

    // one spelling only: some databases ignore case and accents in a key
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern TYPE = Pattern.compile(String.join("|", TrxType.WORDS));
    private static final String NO_TYPE = "must be one of " + String.join(", ", TrxType.WORDS);
    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{4,20}");
    private static final Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?");

    @Override
    public Trx apply(String message) throws UnreadableMessageException {
        TextFields fields = FORMAT.read(message);
        String id = fields.text("id", ID, "must be 1 to 64 lower-case letters, digits and hyphens");
        TrxType type = TrxType.of(fields.text("type", TYPE, NO_TYPE));
        String account = fields.text("account", ACCOUNT, "must be 4 to 20 digits");
        return new Trx(id, type, account, counterAccount(fields, type, account), amount(fields));
    }

    private static @Nullable String counterAccount(TextFields fields, TrxType type, String account)
            throws UnreadableMessageException {
        if (type != TrxType.TRANSFER) {
            require(!fields.has("counterAccount"), "counterAccount", "is for transfers only");
            return null;
        }
        String counterAccount = fields.text("counterAccount", ACCOUNT, "must be 4 to 20 digits");
        require(!counterAccount.equals(account), "counterAccount", "must be another account");
        return counterAccount;
    }

    private static BigDecimal amount(TextFields fields) throws UnreadableMessageException {
        String text = fields.text("amount", AMOUNT, "must be like \"12.50\": at most 12 digits and two decimals");
        BigDecimal amount = new BigDecimal(text).setScale(Trx.SCALE);
        require(amount.signum() > 0, "amount", "must be greater than 0");
        return amount;
    }
}
