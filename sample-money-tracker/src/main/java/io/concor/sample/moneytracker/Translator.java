package io.concor.sample.moneytracker;

import io.concor.SimpleTask;
import java.math.BigDecimal;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Turns a plain message, a JSON text, into a transaction, and takes nothing but what the format allows. */
@Component
class Translator implements SimpleTask<String, Trx> {

    private static final Set<String> FIELDS = Set.of("id", "type", "account", "counterAccount", "amount");
    // one spelling only: some databases would take others for the same
    private static final Pattern ID = Pattern.compile("[a-z0-9-]{1,64}");
    private static final Pattern TYPE = Pattern.compile(String.join("|", TrxType.WORDS));
    private static final String NO_TYPE = "must be one of " + String.join(", ", TrxType.WORDS);
    private static final Pattern ACCOUNT = Pattern.compile("[0-9]{4,20}");
    private static final Pattern AMOUNT = Pattern.compile("(0|[1-9][0-9]{0,11})(\\.[0-9]{1,2})?");

    private final JsonMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    @Override
    public Trx apply(String message) throws UnreadableTrxException {
        JsonNode root = parse(message);
        require(root.isObject(), "body", "must be a JSON object");
        for (String field : root.propertyNames()) {
            require(
                    FIELDS.contains(field),
                    "body",
                    "must hold id, type, account, counterAccount, amount, nothing else");
        }
        String id = text(root, "id", ID, "must be 1 to 64 lower-case letters, digits and hyphens");
        TrxType type = type(root);
        String account = text(root, "account", ACCOUNT, "must be 4 to 20 digits");
        String counterAccount = counterAccount(root, type, account);
        return new Trx(id, type, account, counterAccount, amount(root));
    }

    private JsonNode parse(String message) throws UnreadableTrxException {
        try {
            return json.readTree(message);
        } catch (JacksonException e) {
            // not the parser's words: they may hold what was sent, at any length
            throw new UnreadableTrxException("body", "is not JSON, or holds a field twice, " + place(e));
        }
    }

    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null ? "somewhere" : "at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static TrxType type(JsonNode root) throws UnreadableTrxException {
        return TrxType.of(text(root, "type", TYPE, NO_TYPE));
    }

    private static @Nullable String counterAccount(JsonNode root, TrxType type, String account)
            throws UnreadableTrxException {
        if (type != TrxType.TRANSFER) {
            require(!root.has("counterAccount"), "counterAccount", "is for transfers only");
            return null;
        }
        String counterAccount = text(root, "counterAccount", ACCOUNT, "must be 4 to 20 digits");
        require(!counterAccount.equals(account), "counterAccount", "must be another account");
        return counterAccount;
    }

    private static BigDecimal amount(JsonNode root) throws UnreadableTrxException {
        String text = text(root, "amount", AMOUNT, "must be like \"12.50\": at most 12 digits and two decimals");
        BigDecimal amount = new BigDecimal(text).setScale(Trx.SCALE);
        require(amount.signum() > 0, "amount", "must be greater than 0");
        return amount;
    }

    private static String text(JsonNode root, String field, Pattern allowed, String otherwise)
            throws UnreadableTrxException {
        JsonNode value = root.path(field);
        require(!value.isMissingNode() && !value.isNull(), field, "is missing");
        require(value.isString(), field, "must be a text");
        require(allowed.matcher(value.stringValue()).matches(), field, otherwise);
        return value.stringValue();
    }

    private static void require(boolean condition, String field, String otherwise) throws UnreadableTrxException {
        if (!condition) {
            throw new UnreadableTrxException(field, otherwise);
        }
    }
}
