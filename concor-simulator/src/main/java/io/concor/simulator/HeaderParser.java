package io.concor.simulator;

import java.util.Map;
import java.util.TreeMap;

/** Parses the values of header options. */
public final class HeaderParser {

    private HeaderParser() {}

    /**
     * Returns the headers by name. Names are case-insensitive.
     *
     * @throws picocli.CommandLine.ParameterException if a header has no name, or a name is given twice
     */
    public static Map<String, String> parse(String option, String[] headers, OptionValidator validator) {
        Map<String, String> parsed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw validator.invalid(
                        "%s '%s' has no name before a colon: use 'Name: value'".formatted(option, header));
            }
            String name = header.substring(0, colon).strip();
            if (parsed.put(name, header.substring(colon + 1).strip()) != null) {
                throw validator.invalid("%s '%s' is given twice: use one header with values separated by commas"
                        .formatted(option, name));
            }
        }
        return parsed;
    }
}
