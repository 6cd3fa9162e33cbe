package io.concor.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.ActiveProfiles;

/** Starts a sample in production mode, with the presets of the repository, passwords and JMX. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "concor.presets.location=../presets",
            "spring.jmx.enabled=true",
            "OPERATOR_PASSWORD=" + InProductionMode.OPERATOR_HASH,
            "VIEWER_PASSWORD=" + InProductionMode.VIEWER_HASH
        })
@ActiveProfiles("production")
public @interface InProductionMode {

    String OPERATOR_PASSWORD = "may read and change";
    String VIEWER_PASSWORD = "may only read";

    /** The passwords, hashed with the least cost: tests log in hundreds of times. */
    String OPERATOR_HASH = "{bcrypt}$2a$04$VmA/WkOyIiD2GrpkcCTg/O.Q0sqzbsiZ2nMgVnB.POoP.YCOXw7NK";

    String VIEWER_HASH = "{bcrypt}$2a$04$xwmzeei9.6v3AxZxwNrmIO5mfpoLMegE.KPW7CoYDXltkPOkSM7qa";
}
