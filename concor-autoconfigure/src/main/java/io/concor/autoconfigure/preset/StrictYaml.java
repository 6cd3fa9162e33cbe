package io.concor.autoconfigure.preset;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * A strict subset of YAML: only true and false are booleans, only decimal numbers are numbers, durations are text, keys
 * are unique, and values are plain.
 */
final class StrictYaml {

    private static final int MAX_DEPTH = 10;

    private StrictYaml() {}

    /**
     * Reads a text.
     *
     * @throws YAMLException if the text is not YAML, or a value does not match its tag
     */
    static @Nullable Object load(String text) {
        Yaml yaml = create();
        try {
            return yaml.load(text);
        } catch (YAMLException invalid) {
            throw invalid;
        } catch (RuntimeException failure) {
            throw new YAMLException("a value does not match its tag", failure);
        }
    }

    static String dump(Object content) {
        return create().dump(content);
    }

    /** Creates a new instance, because it is not thread-safe. */
    private static Yaml create() {
        LoaderOptions reading = new LoaderOptions();
        reading.setAllowDuplicateKeys(false);
        reading.setAllowRecursiveKeys(false);
        reading.setMaxAliasesForCollections(0);
        reading.setNestingDepthLimit(MAX_DEPTH);
        DumperOptions writing = new DumperOptions();
        writing.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        writing.setSplitLines(false);
        return new Yaml(new SafeConstructor(reading), new Representer(writing), writing, reading, new PlainResolver());
    }

    private static final class PlainResolver extends Resolver {

        @Override
        protected void addImplicitResolvers() {
            addImplicitResolver(Tag.BOOL, Pattern.compile("true|false"), "tf");
            addImplicitResolver(Tag.INT, Pattern.compile("0|-?[1-9][0-9]*"), "-0123456789");
            addImplicitResolver(Tag.NULL, Pattern.compile("~|null| *"), "~n\0");
            addImplicitResolver(Tag.NULL, EMPTY, null);
        }
    }
}
