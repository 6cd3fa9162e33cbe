package io.concor.autoconfigure.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.SimpleTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.context.junit.jupiter.SpringJUnitConfig;

/** The types of tasks that a test replaces. */
@SpringJUnitConfig(DeclaredBeanTypesTests.Tasks.class)
class OverriddenTaskTypesTests {

    @MockitoBean("resolver")
    private SimpleTask<Long, Short> resolver;

    @MockitoBean("scoped")
    private SimpleTask<Long, Short> scoped;

    @MockitoBean("produced")
    private SimpleTask<String, Integer> produced;

    @TestBean(name = "registered", methodName = "replacement")
    private SimpleTask<Long, Short> registered;

    static SimpleTask<Long, Short> replacement() {
        return Long::shortValue;
    }

    @ParameterizedTest
    @ValueSource(strings = {"resolver", "aliased", "scoped", "registered", "aliasOfRegistered"})
    void areThoseOfTheReplacement(String bean, @Autowired ConfigurableListableBeanFactory beans) {
        assertThat(MessageTypes.of(new DeclaredBeanTypes(beans).of(bean)))
                .returns(Long.class, types -> types.input().resolve())
                .returns(Short.class, types -> types.output().resolve());
    }

    @Test
    void areThoseOfTheProductIfAFactoryBeanIsReplaced(@Autowired ConfigurableListableBeanFactory beans) {
        assertThat(beans.getBean("produced")).isSameAs(produced); // the definition stays that of the factory
        assertThat(MessageTypes.of(new DeclaredBeanTypes(beans).of("produced")))
                .returns(String.class, types -> types.input().resolve())
                .returns(Integer.class, types -> types.output().resolve());
    }
}
