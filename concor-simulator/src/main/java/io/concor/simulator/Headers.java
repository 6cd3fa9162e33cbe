package io.concor.simulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads headers as they stand on a command line. */
final class Headers {

    private Headers() {}

    static Map<String, String> parse(String option, String[] headers, Bounds bounds) {
        Map<String, String> parsed = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw bounds.refused("%s '%s' has no name before a colon: 'Name: value'".formatted(option, header));
            }
            parsed.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return parsed;
    }
}
