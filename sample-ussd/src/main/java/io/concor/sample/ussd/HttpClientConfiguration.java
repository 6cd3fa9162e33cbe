package io.concor.sample.ussd;

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

/** The non-blocking client by which replies go to the operator. */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {

    private static final int IO_THREADS = 2;

    @Bean
    CloseableHttpAsyncClient operatorClient(UssdProperties properties) {
        UssdProperties.Replies settings = properties.replies();
        CloseableHttpAsyncClient client = HttpAsyncClientBuilder.create()
                .setConnectionManager(connections(settings))
                .setIOReactorConfig(
                        IOReactorConfig.custom().setIoThreadCount(IO_THREADS).build())
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(Timeout.of(settings.responseTimeout()))
                        .setResponseTimeout(Timeout.of(settings.responseTimeout()))
                        .build())
                // a reply that was posted twice would be a page shown twice
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .build();
        client.start();
        return client;
    }

    private static PoolingAsyncClientConnectionManager connections(UssdProperties.Replies settings) {
        return PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(settings.connections())
                .setMaxConnTotal(settings.connections())
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(Timeout.of(settings.connectTimeout()))
                        .build())
                .build();
    }
}
