package io.concor.sample.moflow;

import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClientBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The non-blocking client by which messages go to the applications. */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

    private static final int IO_THREADS = 2;

    @Bean
    CloseableHttpAsyncClient applicationClient(MoFlowProperties properties) {
        MoFlowProperties.Applications settings = properties.applications();
        CloseableHttpAsyncClient client = HttpAsyncClientBuilder.create()
                .setConnectionManager(connections(settings))
                .setIOReactorConfig(
                        IOReactorConfig.custom().setIoThreadCount(IO_THREADS).build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(settings.responseTimeout()))
                        .setResponseTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                // a message that was posted twice would be a message handled twice
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
        return client;
    }

    private static PoolingAsyncClientConnectionManager connections(MoFlowProperties.Applications settings) {
        return PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(settings.connectionsPerHost())
                .setMaxConnTotal(settings.connections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .build())
                .build();
    }
}
