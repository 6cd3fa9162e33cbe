package io.concor.simulator;

import java.util.Map;
import java.util.TreeMap;

/** Reads headers as they stand on a command line. */
final class HeaderParser {

    private HeaderParser() {}

    static Map<String, String> parse(String option, String[] headers, OptionValidator bounds) {
        Map<String, String> parsed = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw bounds.refused("%s '%s' has no name before a colon: 'Name: value'".formatted(option, header));
            }
            String name = header.substring(0, colon).strip();
            if (parsed.put(name, header.substring(colon + 1).strip()) != null) {
                throw bounds.refused("%s '%s' is there twice: put its values on one line, with a comma between them"
                        .formatted(option, name));
            }
        }
        return parsed;
    }
}
