package io.concor.autoconfigure.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Generates valid, almost valid and invalid requests for all operations, reproducibly from a seed. */
final class FuzzRequests {

    private static final List<String> METHODS =
            List.of("GET", "POST", "DELETE", "PUT", "PATCH", "HEAD", "OPTIONS", "FOO");
    private static final List<String> ODD_NAMES = List.of(
            "",
            ".",
            "..",
            "%2e%2e",
            "..%2f..%2fetc%2fpasswd",
            "%2e%2e%5c",
            "a%00b",
            "a%0d%0aSet-Cookie:x",
            "%e2%80%ae",
            "x".repeat(3000),
            "%F0%9F%98%80",
            "%",
            "%zz",
            "orders;x=1",
            ";",
            "*",
            "{flow}",
            "%27%20or%201=1",
            "null",
            "-",
            "orders%20",
            "ORDERS",
            "%C3%B6rders",
            "%c0%ae",
            "a b",
            "\"",
            "<x>",
            "%252e%252e",
            "%ff%fe",
            "~",
            "$",
            "apply");
    private static final List<String> ODD_VALUES = List.of(
            "null",
            "\"\"",
            "\" \"",
            "[]",
            "{}",
            "[[[[1]]]]",
            "{\"a\":{\"b\":1}}",
            "true",
            "-1",
            "0",
            "1.5",
            "1e9",
            "1e999999999",
            "99999999999999999999",
            "9".repeat(2000),
            "\"\\u0000\"",
            "\"a\\nb\"",
            "\"\\ud83d\"",
            "\"\\u202e\"",
            "NaN",
            "01",
            "\"0x10\"",
            "\"\u0663\"",
            "\"" + "y".repeat(600) + "\"",
            "\"" + "z".repeat(20_000) + "\"",
            "'x'",
            "x",
            "[".repeat(5_000),
            "\"-0\"",
            "\"+4\"",
            "\"4 \"",
            "\"${user.home}\"",
            "\"#{1}\"",
            "\"<b>\"",
            "\"..\\/..\"");
    private static final List<String> ODD_BODIES = List.of(
            "",
            " ",
            "null",
            "[]",
            "[1]",
            "\"text\"",
            "1",
            "{",
            "}",
            "{\"a\":}",
            "{,}",
            "{\"a\":1",
            "[".repeat(10_000),
            "{\"a\":".repeat(2_000),
            "\u00ef\u00bb\u00bf{}",
            "\u00ff\u00fe{\u0000}\u0000",
            "\u0000",
            "\u00ff\u00ff\u00ff",
            "// comment\n{}",
            "{\"threads\":2} {\"threads\":3}",
            "a=b&c=d",
            "<xml/>",
            " ".repeat(30_000),
            "{\"\":1}",
            "{\"flow\":\"payments\"}",
            "{\"slot\":\"session\",\"preset\":\"x\",\"action\":\"y\"}",
            "{\"a\u00c0\u0080\":1}");
    private static final List<String> ODD_TYPES = List.of(
            "text/plain",
            "application/xml",
            "multipart/form-data;boundary=x",
            "multipart/form-data",
            "garbage",
            "application/x-www-form-urlencoded",
            "application/json;charset=utf-16",
            "application/json;charset=nonsense",
            "*/*",
            "application/vnd.spring-boot.actuator.v3+json",
            "application/vnd.spring-boot.actuator.v99+json",
            "");
    private static final List<String> ACCEPTED =
            List.of("*/*", "text/html", "application/xml", "garbage", "application/json;q=0");
    private static final Map<String, List<String>> RIGHT = Map.ofEntries(
            Map.entry("flow", List.of("orders")),
            Map.entry("slot", List.of("parser", "session", "resolver", "logger", "rescuer")),
            Map.entry("preset", List.of("calm", "busy", "a.b", "c-d", "%C3%A9t%C3%A9", "two%20words")),
            Map.entry("pool", List.of("none", "single", "fixed", "cached", "virtual", "keyed", "FIXED")),
            Map.entry("threads", List.of("1", "2", "3", "4", "8", "5000")),
            Map.entry("capacity", List.of("1", "2", "16", "64", "1024", "1000")),
            Map.entry("wait", List.of("blocking", "yielding", "sleeping")),
            Map.entry("keepAlive", List.of("1ms", "10s", "1d", "PT1M", "0s", "99999999999999d")),
            Map.entry("batch", List.of("1", "100", "10000", "10001")),
            Map.entry("linger", List.of("0s", "5ms", "1m", "-1ms", "soon")),
            Map.entry("batchTarget", List.of("0s", "200ms", "1h", "2h")),
            Map.entry("batchErrors", List.of("fail", "split", "SPLIT", "retry")),
            Map.entry("queue", List.of("memory", "durable", "DURABLE", "remote", "disk")),
            Map.entry("attempts", List.of("1", "5", "none", "0", "1000001", "1000002", "often")),
            Map.entry("expectedVersion", List.of("1", "2", "3", "9223372036854775807")),
            Map.entry("dryRun", List.of("true", "false")),
            Map.entry("revertAfter", List.of("PT1H", "2h", "-1s", "soon")),
            Map.entry("question", List.of("whatif")),
            Map.entry("rate", List.of("100", "0.5", "1000000000", "fast")),
            Map.entry("limit", List.of("0", "1", "1000000")),
            Map.entry("enabled", List.of("true", "false")),
            Map.entry("burst", List.of("1", "3", "128", "1000000")),
            Map.entry("interval", List.of("1", "128", "1000000", "1000001")));

    /** Requests that are more likely to change something than random settings. */
    private static final List<String> RIGHT_SLOTS = List.of(
            "{\"pool\":\"fixed\",\"threads\":3}",
            "{\"pool\":\"fixed\",\"threads\":6,\"capacity\":32}",
            "{\"pool\":\"cached\",\"keepAlive\":\"10ms\"}",
            "{\"pool\":\"single\",\"capacity\":8}",
            "{\"pool\":\"none\"}",
            "{\"capacity\":128}",
            "{\"threads\":2}");

    private final Random random;
    private final List<EndpointOperation> operations;

    FuzzRequests(long seed, List<EndpointOperation> operations) {
        this.random = new Random(seed);
        this.operations = operations;
    }

    FuzzRequest next() {
        EndpointOperation operation = oneOf(operations);
        String method = rarely() ? oneOf(METHODS) : operation.method();
        return new FuzzRequest(method, target(operation), headers(), body(operation));
    }

    private String target(EndpointOperation operation) {
        String path = operation.path(name -> rarely() ? oneOf(ODD_NAMES) : selected(name));
        String query = operation.method().equals("DELETE") || rarely() ? query(operation) : "";
        return "/actuator/" + path + (rarely() && rarely() ? "/" + oneOf(ODD_NAMES) : "") + query;
    }

    private String selected(String name) {
        return name.equals("action") ? "apply" : right(name);
    }

    private String query(EndpointOperation operation) {
        String pairs = names(operation, 2)
                .map(name -> name + "=" + (rarely() ? oneOf(ODD_NAMES) : right(name)))
                .collect(Collectors.joining("&"));
        return pairs.isEmpty() ? "" : "?" + pairs;
    }

    private List<String> headers() {
        List<String> headers = new ArrayList<>();
        String type = rarely() ? oneOf(ODD_TYPES) : "application/json";
        if (!type.isEmpty()) {
            headers.addAll(List.of("Content-Type", type));
        }
        if (rarely()) {
            headers.addAll(List.of("Accept", oneOf(ACCEPTED)));
        }
        return headers;
    }

    private String body(EndpointOperation operation) {
        if (rarely()) {
            return oneOf(ODD_BODIES);
        }
        if (operation.endpoint().equals("concorslots") && random.nextBoolean()) {
            return oneOf(RIGHT_SLOTS);
        }
        return operation.method().equals("POST") ? object(operation) : "";
    }

    private String object(EndpointOperation operation) {
        return names(operation, 4)
                .map(name -> String.format(
                        Locale.ROOT, "\"%s\":%s", name, rarely() ? bytes(oneOf(ODD_VALUES)) : json(right(name))))
                .collect(Collectors.joining(",", "{", "}"));
    }

    private Stream<String> names(EndpointOperation operation, int most) {
        List<String> known = operation.parameters();
        List<String> others = List.of("thread", "flow", "slot", "", "__proto__", "class", "keep-alive", "a.b[0]");
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(i -> known.isEmpty() || rarely() && rarely() ? oneOf(others) : oneOf(known));
    }

    private String right(String name) {
        return oneOf(RIGHT.getOrDefault(name, List.of("confirm", "undo", "because")));
    }

    private static String json(String value) {
        return value.matches("[0-9]{1,18}|true|false") ? value : "\"" + value + "\"";
    }

    private static String bytes(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    private boolean rarely() {
        return random.nextInt(9) == 0;
    }

    private <T> T oneOf(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }
}
