package io.concor.autoconfigure.queue;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.codec.VersionedMessageFormat;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.json.JsonMapper;

/** Auto-configuration of how messages are written into durable queues: with a {@link MessageCodec} bean, or as JSON. */
@AutoConfiguration(afterName = "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration")
@ConditionalOnClass(MessageFormat.class)
@EnableConfigurationProperties(ConcorProperties.class)
public final class ConcorMessageFormatAutoConfiguration {

    ConcorMessageFormatAutoConfiguration() {}

    @Bean
    @ConditionalOnBean(MessageCodec.class)
    @ConditionalOnMissingBean(MessageFormat.class)
    VersionedMessageFormat concorMessageFormat(
            MessageCodec codec,
            ObjectProvider<MessageUpcaster<?>> upcasters,
            ConcorProperties properties,
            ResourceLoader context) {
        QueueSettings queues = properties.queues();
        VersionedMessageFormat.Builder format = VersionedMessageFormat.with(codec)
                .maxBytes(Math.toIntExact(queues.maxMessageSize().toBytes()));
        queues.types()
                .forEach((name, type) ->
                        format.type(name, type.version(), load(name, type.className(), context.getClassLoader())));
        upcasters.orderedStream().forEach(format::upcaster);
        return format.build();
    }

    private static Class<?> load(String name, String type, @Nullable ClassLoader loader) {
        try {
            return ClassUtils.forName(type, loader);
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new UnknownMessageClassException(name, type, missing);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    @ConditionalOnMissingBean(MessageCodec.class)
    static class Json {

        @Bean
        JsonMessageCodec concorMessageCodec(ObjectProvider<JsonMapper> mappers) {
            JsonMapper mapper = mappers.getIfUnique();
            return mapper == null ? new JsonMessageCodec() : new JsonMessageCodec(mapper);
        }
    }
}
