package io.concor.autoconfigure;

import io.concor.manage.Manager;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;

/** Matches in a context that has a manager of its own, unlike a child context, which uses that of its parent. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@ConditionalOnBean(value = Manager.class, search = SearchStrategy.CURRENT)
public @interface ConditionalOnOwnManager {}
