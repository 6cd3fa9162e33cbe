package io.concor.sample.billing;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** Wraps the writer in injected failures. */
@TestConfiguration(proxyBeanMethods = false)
class FailingWriterConfiguration {

    @Bean
    static FailingWriter failingWriter() {
        return new FailingWriter();
    }
}
