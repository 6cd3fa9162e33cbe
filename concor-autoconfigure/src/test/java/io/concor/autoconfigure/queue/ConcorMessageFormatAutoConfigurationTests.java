package io.concor.autoconfigure.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.queue.QueueDefinition;
import io.concor.queues.JsonMessageCodec;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageType;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.codec.VersionedMessageFormat;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.util.unit.DataSize;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ConcorMessageFormatAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    JacksonAutoConfiguration.class,
                    io.concor.autoconfigure.ConcorAutoConfiguration.class,
                    ConcorMessageFormatAutoConfiguration.class));

    public record Note(String firstLine) {}

    @MessageType(value = "order", version = 2)
    public record Order(String id, String currency) {}

    public static class Draft {

        private String text = "";

        public String getText() {
            return text;
        }

        public void setText(String text) {
            this.text = text;
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Upcasters {

        @Bean
        MessageUpcaster<ObjectNode> ordersHaveACurrency() {
            return MessageUpcaster.of("order", 1, ObjectNode.class, order -> order.put("currency", "EUR"));
        }
    }

    @Test
    void writesJsonWithTheMapperOfTheApplication() {
        runner.withBean(JsonMapper.class, () -> JsonMapper.builder()
                        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                        .build())
                .run(context -> {
                    EncodedMessage written =
                            of(context.getBean(MessageFormat.class), Note.class).write(new Note("x"));
                    assertThat(text(written)).isEqualTo("{\"first_line\":\"x\"}");
                });
    }

    @Test
    void takesTypesFromTheConfiguration() {
        runner.withPropertyValues(
                        "concor.queues.types.note=" + Note.class.getName(),
                        "concor.queues.types[my.Order].type=" + Order.class.getName(),
                        "concor.queues.types[my.Order].version=7")
                .run(context -> {
                    MessageFormat format = context.getBean(MessageFormat.class);
                    assertThat(format.write(new Note("x")).type()).isEqualTo("note");
                    assertThat(format.write(new Order("1", "EUR")).type()).isEqualTo("order");
                    assertThat(format.knows("my.Order", 7)).isTrue();
                    assertThat(format.knows("my.Order", 8)).isFalse();
                });
    }

    @Test
    void liftsOldVersionsWithUpcasterBeans() {
        runner.withUserConfiguration(Upcasters.class).run(context -> {
            MessageFormat format = of(context.getBean(MessageFormat.class), Order.class);
            byte[] old = "{\"id\":\"1\"}".getBytes(StandardCharsets.UTF_8);
            assertThat(format.read(new EncodedMessage("order", 1, old))).isEqualTo(new Order("1", "EUR"));
        });
    }

    @Test
    void usesTheCodecOfTheApplication() {
        runner.withBean(MessageCodec.class, TextCodec::new).run(context -> {
            assertThat(context).doesNotHaveBean(JsonMessageCodec.class);
            EncodedMessage written =
                    of(context.getBean(MessageFormat.class), Note.class).write(new Note("x"));
            assertThat(text(written)).isEqualTo("x");
        });
    }

    static final class TextCodec implements MessageCodec {

        @Override
        public byte[] write(Object message, Type type) {
            return ((Note) message).firstLine().getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public Object read(byte[] body, Type type) {
            return new Note(new String(body, StandardCharsets.UTF_8));
        }
    }

    @Test
    void boundsMessages() {
        runner.withPropertyValues("concor.queues.max-message-size=1KB").run(context -> assertThatThrownBy(
                        () -> context.getBean(MessageFormat.class).write("x".repeat(1_024)))
                .hasMessageContaining("1026 bytes, and the maximum is 1024"));
    }

    @Test
    void writesTheClassBehindAProxyOfSpring() {
        Draft target = new Draft();
        target.setText("x");
        ProxyFactory proxies = new ProxyFactory(target);
        proxies.setProxyTargetClass(true);
        runner.run(context -> {
            EncodedMessage written =
                    of(context.getBean(MessageFormat.class), Draft.class).write(proxies.getProxy());
            assertThat(written.type()).isEqualTo("Draft");
            assertThat(text(written)).isEqualTo("{\"text\":\"x\"}");
        });
    }

    @Test
    void doesNothingWithoutTheQueuesAndNeedsNoJackson() {
        runner.withClassLoader(new FilteredClassLoader("io.concor.queues"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("concorMessageFormat"));
        runner.withClassLoader(new FilteredClassLoader("tools.jackson"))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(MessageFormat.class));
        runner.withClassLoader(new FilteredClassLoader("tools.jackson"))
                .withBean(MessageCodec.class, TextCodec::new)
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(VersionedMessageFormat.class));
    }

    @Test
    void hasDefaults() {
        runner.run(context -> {
            QueueSettings queues = context.getBean(ConcorProperties.class).queues();
            assertThat(queues.store()).isEqualTo(QueueSettings.Store.SQLITE);
            assertThat(queues.remember()).isEqualTo(Duration.ofHours(24));
            assertThat(queues.showMessages()).isFalse();
            assertThat(queues.maxMessageSize()).isEqualTo(DataSize.ofMegabytes(1));
            assertThat(queues.mdc()).isEmpty();
            assertThat(queues.types()).isEmpty();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "remember=0s | Property 'concor.queues.remember': 0s is out of bounds",
                "max-message-size=100MB | Property 'concor.queues.max-message-size': 104857600B is out of bounds",
                "mdc=a,a | Property 'concor.queues.mdc': 'a' is out of bounds",
                "types.note.version=2 | Property 'concor.queues.types.note.type': there is no class",
                "types.note=com.acme.Missing | The class 'com.acme.Missing', whose messages are stored as 'note', cannot be loaded",
                "types.null=java.lang.String | the name 'null' is reserved",
                "store=redis | redis",
                "typs.note=x | typs"
            })
    void reportsAnInvalidProperty(String property, String problem) {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withPropertyValues("concor.queues." + property));
        assertThat(analysis.getDescription()).contains(problem);
        assertThat(analysis.getAction()).isNotBlank();
    }

    @Test
    void showsWhereAnUnknownClassIsConfigured() {
        FailureAnalysis analysis =
                StartupFailure.analysis(runner.withPropertyValues("concor.queues.types.note=com.acme.Missing"));
        assertThat(analysis.getDescription()).contains("concor.queues.types.note");
        assertThat(analysis.getAction()).contains("Correct its full name");
    }

    @Test
    void reportsUpcastersThatDoNotFit() {
        FailureAnalysis analysis = StartupFailure.analysis(runner.withUserConfiguration(Upcasters.class)
                .withPropertyValues("concor.queues.types.order=" + Note.class.getName()));
        assertThat(analysis.getDescription())
                .contains("Messages of durable queues cannot be stored: ")
                .contains("from version 1 to 2, but the class has version 1");
        assertThat(analysis.getAction()).contains("Raise the version");
    }

    private static MessageFormat of(MessageFormat all, Type declared) {
        return all.of(new QueueDefinition("shop", "billing", QueueDefinition.Order.ANY, 1, List.of(declared)));
    }

    private static String text(EncodedMessage message) {
        return new String(message.body(), StandardCharsets.UTF_8);
    }
}
