package io.concor.autoconfigure.advice;

import io.concor.layout.Topology;
import io.concor.manage.LayoutAdvisor;
import java.util.List;

/** Warns of changes only: a layout by itself, as at the start, gives no reason. Thread-safe. */
interface ChangeAdvisor extends LayoutAdvisor {

    @Override
    default List<String> warnings(Topology planned) {
        return List.of();
    }

    @Override
    List<String> warnings(Topology before, Topology planned);
}
