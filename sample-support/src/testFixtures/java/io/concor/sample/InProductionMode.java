package io.concor.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ActiveProfiles;

/** Starts a sample in production mode, with the presets of the repository, the passwords of the contract and JMX. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "concor.presets.location=../presets",
            "spring.jmx.enabled=true",
            "OPERATOR_PASSWORD=" + AccessContract.OPERATOR_HASH,
            "VIEWER_PASSWORD=" + AccessContract.VIEWER_HASH
        })
@ActiveProfiles("production")
public @interface InProductionMode {}
