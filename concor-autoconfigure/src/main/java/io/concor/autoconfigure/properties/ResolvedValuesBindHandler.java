package io.concor.autoconfigure.properties;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * Rejects values below {@code concor} with a placeholder that has no value. Spring leaves its text, which would become a
 * password, a directory or the name of a preset.
 */
final class ResolvedValuesBindHandler extends AbstractBindHandler {

    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^${}]+)}");
    private static final String ESCAPED = "\\${";

    ResolvedValuesBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        ConfigurationProperty property = context.getConfigurationProperty();
        if (property != null && PropertyPath.ROOT.isAncestorOf(name) && name.equals(property.getName())) {
            check(property, context);
        }
        return super.onSuccess(name, target, context, result);
    }

    private static void check(ConfigurationProperty property, BindContext context) {
        String written = String.valueOf(property.getValue());
        Matcher placeholder = PLACEHOLDER.matcher(written);
        if (placeholder.find() && !written.contains(ESCAPED)) {
            String text = context.getBinder()
                    .bind(property.getName(), Bindable.of(String.class))
                    .orElse("");
            Matcher left = PLACEHOLDER.matcher(text);
            if (left.find()) {
                throw new UnresolvedPlaceholderException(property, shown(left, text, written, placeholder));
            }
        }
    }

    /** A part of the value of another property may be a secret. */
    private static String shown(Matcher left, String text, String written, Matcher placeholder) {
        return written.contains(left.group()) || text.equals(left.group()) ? left.group(1) : placeholder.group(1);
    }
}
