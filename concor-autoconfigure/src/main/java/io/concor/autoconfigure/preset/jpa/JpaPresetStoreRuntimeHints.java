package io.concor.autoconfigure.preset.jpa;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.interceptor.TransactionalProxy;

/**
 * Registers what the preset store in a database needs in a native image. Its entities and repositories are not beans, so
 * that Spring does not register them.
 */
final class JpaPresetStoreRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        for (Class<?> type : List.of(StoredPreset.class, StoredPresetVersion.class, StoredVersionSummary.class)) {
            hints.reflection()
                    .registerType(
                            type,
                            MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
                            MemberCategory.INVOKE_DECLARED_METHODS,
                            MemberCategory.ACCESS_DECLARED_FIELDS);
        }
        for (Class<?> type : List.of(StoredPresetRepository.class, StoredPresetVersionRepository.class)) {
            hints.reflection().registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
            hints.proxies()
                    .registerJdkProxy(
                            AopProxyUtils.completeJdkProxyInterfaces(type, Repository.class, TransactionalProxy.class));
        }
        hints.resources().registerPattern("db/concor/**");
    }
}
