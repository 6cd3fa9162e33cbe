package io.concor.sample.moflow;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The request of a curl command, with the options that the documents use.
 *
 * @param method the method
 * @param path the path with the query
 * @param contentType the type of the body
 * @param body the body, or an empty text
 */
record CurlCommand(String method, String path, String contentType, String body) {

    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final String SERVER = "localhost:8080";
    private static final String TYPE = "Content-Type: ";

    /** Reads a command. Fails for an unknown option. */
    static CurlCommand of(String text) {
        List<String> words = words(text.replace("\\\n", " "));
        if (!words.remove(0).equals("curl")) {
            throw new IllegalArgumentException("no command of curl: " + text);
        }
        String body = option(words, "-d", "");
        String type = option(words, "-H", TYPE + (body.isEmpty() ? "" : "application/x-www-form-urlencoded"));
        String method = option(words, "-X", body.isEmpty() ? "GET" : "POST");
        if (words.size() != 1 || !words.get(0).startsWith(SERVER) || !type.startsWith(TYPE)) {
            throw new IllegalArgumentException("a command with more than is known: " + text);
        }
        return new CurlCommand(method, words.get(0).substring(SERVER.length()), type.substring(TYPE.length()), body);
    }

    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(text);
        while (word.find()) {
            words.add(word.group(1) == null ? word.group(2) : word.group(1));
        }
        return words;
    }

    private static String option(List<String> words, String name, String otherwise) {
        int at = words.indexOf(name);
        if (at < 0) {
            return otherwise;
        }
        words.remove(at);
        return words.remove(at);
    }
}
