package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.BDDMockito.given;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.manage.Manager;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

/** A test can replace a configured flow by a mock of the same generic type. */
@SpringBootTest(
        classes = ReplacedFlowTests.Words.class,
        webEnvironment = WebEnvironment.NONE,
        properties = "concor.flows.words.tasks=counter")
class ReplacedFlowTests {

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(ConcorAutoConfiguration.class)
    static class Words {

        @Bean
        SimpleTask<String, Integer> counter() {
            return String::length;
        }

        @Bean
        Reader reader(Flow<String, Integer> words) {
            return new Reader(words);
        }
    }

    record Reader(Flow<String, Integer> words) {}

    @MockitoBean
    private Flow<String, Integer> words;

    @Autowired
    private Reader reader;

    @Autowired
    private Manager manager;

    @Test
    void replacesTheBeanAtInjectionPoints() {
        given(words.tryApply("hello")).willReturn(true);

        assertThat(reader.words().tryApply("hello")).isTrue();
        assertThat(manager.names()).isEmpty();
    }
}
