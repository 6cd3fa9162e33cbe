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
 * YAML without its surprises: only true and false are choices, only decimal numbers are numbers, times are text, no key
 * comes twice, and nothing but plain values is made.
 */
final class StrictYaml {

    private static final int MAX_DEPTH = 10;

    private StrictYaml() {}

    /**
     * Reads a text.
     *
     * @throws YAMLException when it is none, also where a value is not what its tag says
     */
    static @Nullable Object load(String text) {
        Yaml yaml = create();
        try {
            return yaml.load(text);
        } catch (YAMLException told) {
            throw told;
        } catch (RuntimeException untold) {
            throw new YAMLException("a value is not what its tag says", untold);
        }
    }

    static String dump(Object content) {
        return create().dump(content);
    }

    /** Not thread-safe, so each use has its own. */
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
