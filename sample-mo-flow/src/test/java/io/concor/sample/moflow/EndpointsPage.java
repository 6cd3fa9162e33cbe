package io.concor.sample.moflow;

import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A page of calls, each followed by its answer. */
final class EndpointsPage {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int WIDTH = 120;
    private static final String GAP = "...";
    private static final Pattern EXAMPLE =
            Pattern.compile("```sh\n(curl .*?)\n```\n(?:\n`(\\d{3})`\n(?:\n```json\n(.*?)\n```\n)?)?", Pattern.DOTALL);

    /** A call and its answer. */
    record Example(CurlCommand call, Answer answer) {}

    /** The status and the body, which may be empty. */
    record Answer(int status, String body) {

        /** Shortened: of several objects in a row, the first one; where the page shows "...", the same. */
        static Answer of(int status, String body, Answer onPage) {
            return new Answer(
                    status, body.isEmpty() ? "" : broken(withGaps(shortened(JSON.readTree(body)), onPage.tree()), ""));
        }

        /** Fields, texts and constants, without numbers, times and the slowest component, which differ from run to run. */
        String shape() {
            String line = body.isEmpty() ? "" : tree().toString();
            return status + " "
                    + line.replaceAll("(?<=[:\\[,])-?\\d[-+.\\dE]*(?=[,}\\]])", "0")
                            .replaceAll("(?<=\"slowestComponent\":)\"[-a-z]+\"", "\"a component\"")
                            .replaceAll("\"\\d{4}-\\d\\d-\\d\\dT[^\"]*\"", "\"a time\"");
        }

        private JsonNode tree() {
            return JSON.readTree(body.isEmpty() ? "null" : body);
        }

        private String written() {
            return "\n`" + status + "`\n" + (body.isEmpty() ? "" : "\n```json\n" + body + "\n```\n");
        }
    }

    private EndpointsPage() {}

    static List<Example> examples(String page) {
        List<Example> examples = new ArrayList<>();
        Matcher example = EXAMPLE.matcher(page);
        while (example.find()) {
            examples.add(example(example));
        }
        return examples;
    }

    /** Replaces the answers of the page. */
    static String withAnswers(String page, Function<Example, Answer> answers) {
        return EXAMPLE.matcher(page)
                .replaceAll(example -> Matcher.quoteReplacement("```sh\n" + example.group(1) + "\n```\n"
                        + answers.apply(example(example)).written()));
    }

    private static Example example(MatchResult example) {
        int status = example.group(2) == null ? 0 : Integer.parseInt(example.group(2));
        String body = example.group(3) == null ? "" : example.group(3);
        return new Example(CurlCommand.of(example.group(1)), new Answer(status, body));
    }

    private static JsonNode withGaps(JsonNode answer, JsonNode onPage) {
        if (onPage.isString() && onPage.asString().equals(GAP)) {
            return onPage;
        }
        if (answer.isObject()) {
            ObjectNode object = JSON.createObjectNode();
            answer.properties()
                    .forEach(field ->
                            object.set(field.getKey(), withGaps(field.getValue(), onPage.path(field.getKey()))));
            return object;
        }
        if (!answer.isArray()) {
            return answer;
        }
        ArrayNode array = JSON.createArrayNode();
        for (int i = 0; i < answer.size(); i++) {
            array.add(withGaps(answer.get(i), onPage.path(i)));
        }
        return array;
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
            return JSON.createArrayNode().add(array.get(0)).add(GAP);
        }
        return node.isArray() ? array : node;
    }

    /** On one line if it fits. */
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
