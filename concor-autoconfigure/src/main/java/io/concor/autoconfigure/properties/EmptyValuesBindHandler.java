package io.concor.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.AbstractBindHandler;
import org.springframework.boot.context.properties.bind.BindContext;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Bindable.BindRestriction;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Lets an empty value below {@code concor}, such as a section without content or <code>${X:}</code>, mean the default. */
final class EmptyValuesBindHandler extends AbstractBindHandler {

    EmptyValuesBindHandler(BindHandler parent) {
        super(parent);
    }

    @Override
    public <T> @Nullable Bindable<T> onStart(ConfigurationPropertyName name, Bindable<T> target, BindContext context) {
        return super.onStart(
                name,
                name.equals(PropertyPath.ROOT) && isEmpty(name, context)
                        ? target.withBindRestrictions(BindRestriction.NO_DIRECT_PROPERTY)
                        : target,
                context);
    }

    @Override
    public @Nullable Object onSuccess(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Object result) {
        boolean empty = PropertyPath.ROOT.isAncestorOf(name) && result instanceof String text && text.isBlank();
        return empty ? null : super.onSuccess(name, target, context, result);
    }

    /** The error of a property below this one is a {@link BindException}. An empty element would end its list. */
    @Override
    public @Nullable Object onFailure(
            ConfigurationPropertyName name, Bindable<?> target, BindContext context, Exception error) throws Exception {
        boolean own = PropertyPath.ROOT.isAncestorOf(name) && !(error instanceof BindException);
        if (own && !name.isLastElementIndexed() && isEmpty(name, context)) {
            return null;
        }
        return super.onFailure(name, target, context, error);
    }

    /** Returns whether a property has a value, and this is empty once its placeholders are replaced. */
    static boolean isEmpty(ConfigurationPropertyName name, BindContext context) {
        return context.getBinder()
                .bind(name, Bindable.of(String.class))
                .map(String::isBlank)
                .orElse(false);
    }
}
