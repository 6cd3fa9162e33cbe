package io.concor.autoconfigure.aot;

import io.concor.autoconfigure.properties.ConcorProperties;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.generate.GenerationContext;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.aot.BeanFactoryInitializationCode;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.javapoet.CodeBlock;
import org.springframework.javapoet.MethodSpec;

/** Generates the check that the {@link BuildTimeConditions} are the same at run time. */
final class BuildTimeConditionsProcessor implements BeanFactoryInitializationAotProcessor {

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beanFactory) {
        if (beanFactory.getBeanNamesForType(ConcorProperties.class, true, false).length == 0) {
            return null;
        }
        Environment environment =
                beanFactory.getBean(ConfigurableApplicationContext.ENVIRONMENT_BEAN_NAME, Environment.class);
        return new Check(BuildTimeConditions.of(environment));
    }

    private record Check(Map<String, String> conditions) implements BeanFactoryInitializationAotContribution {

        @Override
        public void applyTo(GenerationContext generationContext, BeanFactoryInitializationCode code) {
            code.addInitializer(code.getMethods()
                    .add("checkConcorBuildTimeConditions", this::generate)
                    .toMethodReference());
        }

        private void generate(MethodSpec.Builder method) {
            CodeBlock entries = conditions.entrySet().stream()
                    .map(condition -> CodeBlock.of("$S, $S", condition.getKey(), condition.getValue()))
                    .collect(Collectors.collectingAndThen(Collectors.toList(), blocks -> CodeBlock.join(blocks, ", ")));
            method.addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                    .addParameter(ConfigurableEnvironment.class, "environment")
                    .addStatement("$T.check(environment, $T.of($L))", BuildTimeConditions.class, Map.class, entries);
        }
    }
}
