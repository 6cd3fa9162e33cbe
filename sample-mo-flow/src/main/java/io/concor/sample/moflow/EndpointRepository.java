package io.concor.sample.moflow;

import java.util.List;
import org.springframework.data.repository.Repository;

/** Finds the endpoints of applications in the database. */
interface EndpointRepository extends Repository<Endpoint, Long> {

    List<Endpoint> findByApplicationNameAndEnabledTrueOrderById(String application);
}
