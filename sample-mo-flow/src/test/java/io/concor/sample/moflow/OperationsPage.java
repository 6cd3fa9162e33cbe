package io.concor.sample.moflow;

import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A page of calls, each with the answer that follows it. */
final class OperationsPage {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int WIDTH = 120;
    private static final Pattern EXAMPLE =
            Pattern.compile("```sh\n(curl .*?)\n```\n(?:\n`(\\d{3})`\n(?:\n```json\n(.*?)\n```\n)?)?", Pattern.DOTALL);

    /** A call and its answer. */
    record Example(CurlCommand call, Answer answer) {}

    /** The status, and the body, empty where there is none. */
    record Answer(int status, String body) {

        /** Of several objects in a row, the first one is shown. */
        static Answer of(int status, String body) {
            return new Answer(status, body.isEmpty() ? "" : broken(shortened(JSON.readTree(body)), ""));
        }

        /** Fields, texts and choices, without what differs from run to run. */
        String shape() {
            String line = body.isEmpty() ? "" : JSON.readTree(body).toString();
            return status + " "
                    + line.replaceAll("(?<=[:\\[,])-?\\d[-+.\\dE]*(?=[,}\\]])", "0")
                            .replaceAll("\"\\d{4}-\\d\\d-\\d\\dT[^\"]*\"", "\"a time\"");
        }

        private String written() {
            return "\n`" + status + "`\n" + (body.isEmpty() ? "" : "\n```json\n" + body + "\n```\n");
        }
    }

    private OperationsPage() {}

    static List<Example> examples(String page) {
        List<Example> examples = new ArrayList<>();
        Matcher example = EXAMPLE.matcher(page);
        while (example.find()) {
            int status = example.group(2) == null ? 0 : Integer.parseInt(example.group(2));
            String body = example.group(3) == null ? "" : example.group(3);
            examples.add(new Example(CurlCommand.of(example.group(1)), new Answer(status, body)));
        }
        return examples;
    }

    /** The page with other answers. */
    static String withAnswers(String page, Function<CurlCommand, Answer> answers) {
        return EXAMPLE.matcher(page)
                .replaceAll(example -> Matcher.quoteReplacement("```sh\n" + example.group(1) + "\n```\n"
                        + answers.apply(CurlCommand.of(example.group(1))).written()));
    }

    private static JsonNode shortened(JsonNode node) {
        if (node.isFloatingPointNumber()) {
            return JSON.valueToTree(node.decimalValue().setScale(1, RoundingMode.HALF_UP));
        }
        if (node.isObject()) {
            ObjectNode object = JSON.createObjectNode();
            node.properties().forEach(field -> object.set(field.getKey(), shortened(field.getValue())));
            return object;
        }
        ArrayNode array = JSON.createArrayNode();
        node.forEach(element -> array.add(shortened(element)));
        if (array.size() > 2 && array.get(0).isObject()) {
            return JSON.createArrayNode().add(array.get(0)).add("...");
        }
        return node.isArray() ? array : node;
    }

    /** In one line where there is room. */
    private static String broken(JsonNode node, String indent) {
        if (indent.length() + node.toString().length() <= WIDTH) {
            return node.toString();
        }
        List<String> parts = new ArrayList<>();
        String deeper = indent + "  ";
        if (node.isObject()) {
            node.properties()
                    .forEach(field -> parts.add(
                            "%s\"%s\":%s".formatted(deeper, field.getKey(), broken(field.getValue(), deeper))));
            return "{\n" + String.join(",\n", parts) + "\n" + indent + "}";
        }
        node.forEach(element -> parts.add(deeper + broken(element, deeper)));
        return parts.isEmpty() ? node.toString() : "[\n" + String.join(",\n", parts) + "\n" + indent + "]";
    }
}
