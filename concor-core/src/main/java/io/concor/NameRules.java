package io.concor;

import io.concor.text.SafeText;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.regex.Pattern;

/** Checks the names of flows, components and presets, which appear in URLs, file names, metrics and logs. */
public final class NameRules {

    public static final String ALLOWED =
            "1 to 100 letters, digits, spaces, dots, underscores and hyphens (200 bytes in UTF-8), beginning and ending with a letter or digit";

    private static final Pattern PATTERN = Pattern.compile("[\\p{L}\\p{N}]([\\p{L}\\p{N} ._-]{0,98}[\\p{L}\\p{N}])?");
    /** Leaves room for an extension in a file name of 255 bytes. */
    private static final int MAX_BYTES = 200;

    private NameRules() {}

    public static boolean allowed(String name) {
        return PATTERN.matcher(name).matches() && name.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }

    public static String checked(String field, String name) {
        if (!allowed(name)) {
            throw new InvalidSettingException(field, "'" + SafeText.shown(name) + "' is not a name", ALLOWED);
        }
        return name;
    }

    /**
     * Requires a name in Unicode's form NFKC: others contain compatibility forms of characters, such as fullwidth
     * letters, ligatures and superscript digits. Accepts letters of other scripts that look alike.
     *
     * @throws InvalidSettingException if the name is in another form
     */
    public static void requireUsualForm(String field, String name) {
        String usual = Normalizer.normalize(name, Normalizer.Form.NFKC);
        if (!usual.equals(name)) {
            throw new InvalidSettingException(
                    field,
                    "'" + SafeText.shown(name) + "' contains characters that look like those of '"
                            + SafeText.shown(usual) + "'",
                    ALLOWED + ", all in Unicode's form NFKC");
        }
    }

    /** Throws an {@link InvalidSettingException} if the name differs from another one only in case. */
    public static void requireDistinct(String field, String name, Collection<String> others) {
        if (!others.contains(name)) {
            others.stream().filter(name::equalsIgnoreCase).findFirst().ifPresent(other -> {
                throw new InvalidSettingException(
                        field,
                        "'" + name + "' differs from '" + other
                                + "' only in case, which some file systems and databases ignore",
                        "'" + other + "', or a name that differs in more than case");
            });
        }
    }
}
