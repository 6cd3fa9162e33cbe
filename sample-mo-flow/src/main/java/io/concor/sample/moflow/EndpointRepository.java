package io.concor.sample.moflow;

import java.util.List;
import org.springframework.data.repository.Repository;

/** The endpoints of the applications in the database. */
interface EndpointRepository extends Repository<Endpoint, Long> {

    List<Endpoint> findByApplicationNameAndEnabledTrueOrderById(String application);
}
