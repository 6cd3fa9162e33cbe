package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.LogCapture;
import java.util.Objects;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.BeanRegistrar;
import org.springframework.beans.factory.BeanRegistry;
import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.context.LifecycleAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.ParameterizedTypeReference;
import org.springframework.core.env.Environment;

/** The types of tasks that a flow names in another way than by their own definition. */
class DeclaredBeanTypesTests {

    @RegisterExtension
    final LogCapture log = new LogCapture(Flow.class);

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
            .withUserConfiguration(Tasks.class);

    @Configuration(proxyBeanMethods = false)
    @Import(Registered.class)
    static class Tasks {

        @Bean({"resolver", "aliased"})
        SimpleTask<String, Integer> resolver() {
            return String::length;
        }

        @Bean
        @Scope(value = "prototype", proxyMode = ScopedProxyMode.INTERFACES)
        SimpleTask<String, Integer> scoped() {
            return String::length;
        }

        @Bean
        Product produced() {
            return new Product();
        }

        @Bean
        FactoryBean<SimpleTask<String, Integer>> producedByLambda() {
            return new Product();
        }

        @Bean
        SimpleTask<?, ?> wildcards() {
            return new Length();
        }

        @Bean
        SimpleTask<String, String> shout() {
            return String::toUpperCase;
        }

        @Bean
        SimpleTask<Integer, Integer> twice() {
            return number -> 2 * number;
        }

        @Bean
        @SuppressWarnings("rawtypes")
        SimpleTask raw() {
            SimpleTask<String, Integer> length = String::length;
            return length;
        }
    }

    static class Length implements SimpleTask<String, Integer> {
        @Override
        public Integer apply(String text) {
            return text.length();
        }
    }

    static class Product implements FactoryBean<SimpleTask<String, Integer>> {

        private final SimpleTask<String, Integer> task = String::length;

        @Override
        public SimpleTask<String, Integer> getObject() {
            return task;
        }

        @Override
        public Class<?> getObjectType() {
            return SimpleTask.class;
        }
    }

    static class Registered implements BeanRegistrar {
        @Override
        public void register(BeanRegistry registry, Environment environment) {
            registry.registerBean(
                    "registered",
                    new ParameterizedTypeReference<SimpleTask<String, Integer>>() {},
                    spec -> spec.supplier(context -> String::length));
            registry.registerAlias("registered", "aliasOfRegistered");
        }
    }

    private static Throwable cause(AssertableApplicationContext context) {
        return NestedExceptionUtils.getMostSpecificCause(Objects.requireNonNull(context.getStartupFailure()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "resolver",
                "aliased",
                "scoped",
                "produced",
                "producedByLambda",
                "registered",
                "aliasOfRegistered",
                "wildcards"
            })
    void checksTheTypesOfTheBeanThatANameLeadsTo(String task) {
        runner.withPropertyValues("concor.flows.lengths.tasks=%s,shout".formatted(task))
                .run(context -> assertThat(cause(context))
                        .isInstanceOf(FlowConfigurationException.class)
                        .hasMessageContaining("takes java.lang.String")
                        .hasMessageContaining("'%s' returns java.lang.Integer".formatted(task)));
        runner.withPropertyValues("concor.flows.lengths.tasks=%s,twice".formatted(task))
                .run(context -> assertThat(context).hasNotFailed());
        assertThat(log.messages()).noneMatch(message -> message.contains("not fully known"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"resolver", "aliased", "scoped", "producedByLambda", "registered", "aliasOfParents"})
    void checksTheTypesOfABeanOfTheParentContext(String task) {
        try (var parent = new AnnotationConfigApplicationContext(Tasks.class)) {
            new ApplicationContextRunner()
                    .withConfiguration(
                            AutoConfigurations.of(ConcorAutoConfiguration.class, LifecycleAutoConfiguration.class))
                    .withParent(parent)
                    .withInitializer(
                            child -> ((GenericApplicationContext) child).registerAlias("resolver", "aliasOfParents"))
                    .withPropertyValues("concor.flows.lengths.tasks=%s,shout".formatted(task))
                    .run(context -> assertThat(cause(context))
                            .hasMessageContaining("'%s' returns java.lang.Integer".formatted(task)));
        }
    }

    @Test
    void namesTheComponentWhoseTypesAreUnknown() {
        runner.withPropertyValues("concor.flows.lengths.tasks=raw,twice").run(context -> assertThat(log.messages())
                .filteredOn(message -> message.contains("not fully known"))
                .singleElement()
                .asString()
                .startsWith("Flow 'lengths': ")
                .contains("'raw' (bean 'raw' is declared as io.concor.SimpleTask")
                .doesNotContain("'twice'"));
    }

    @Test
    void namesTheComponentOfASupplierWithoutTypes() {
        runner.withInitializer(context -> ((GenericApplicationContext) context)
                        .registerBean("supplied", SimpleTask.class, DeclaredBeanTypesTests::length))
                .withPropertyValues("concor.flows.lengths.tasks=supplied,twice")
                .run(context -> assertThat(log.messages()).anyMatch(message -> message.contains("bean 'supplied'")));
    }

    private static SimpleTask<String, Integer> length() {
        return String::length;
    }

    @Test
    void checksTheTypesOfASuppliersClass() {
        Supplier<Length> supplier = Length::new;
        runner.withInitializer(context ->
                        ((GenericApplicationContext) context).registerBean("supplied", Length.class, supplier))
                .withPropertyValues("concor.flows.lengths.tasks=supplied,shout")
                .run(context -> assertThat(cause(context)).isInstanceOf(FlowConfigurationException.class));
    }

    @Test
    void readsTheTypeOfARegisteredProduct() {
        try (var context = new GenericApplicationContext()) {
            RootBeanDefinition factory = new RootBeanDefinition(FactoryBean.class, Product::new);
            context.registerBeanDefinition("factory", factory);
            context.registerAlias("factory", "other");
            context.refresh();

            assertThat(new DeclaredBeanTypes(context.getBeanFactory())
                            .of("other")
                            .toClass())
                    .isEqualTo(SimpleTask.class);
        }
    }
}
