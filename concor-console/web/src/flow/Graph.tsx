import { Background, Controls, ReactFlow, type Edge, type Node } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useMayPost } from '../api/queries';
import type { Server } from '../api/server';
import type { FlowSummary, Pool, Queue, Statistics, Topology, Verdict } from '../api/types';
import { useWidth } from '../common/width';
import { queueName } from '../queues/queue';
import { GraphContext, type GraphState } from './graphContext';
import { NODE_TYPES } from './nodes';
import { columnsIn, plan, type Box } from './layout';

/** A graph not wider than this has one column, in pixels. */
const NARROW = 660;
/** The room for the palette below the chain, in pixels. */
const PALETTE = 96;

interface Props {
  server: Server;
  topology: Topology;
  summary: FlowSummary | undefined;
  statistics: Statistics | undefined;
  queues: Queue[] | undefined;
  verdict: Verdict | undefined;
  selected: string | undefined;
  onSelect: (slot: string | undefined, proposed?: Pool) => void;
}

/**
 * The chain of a flow. Its nodes change only with the layout; the figures reach them by a context, so that a poll renders
 * what shows figures and nothing else.
 */
export function Graph({ server, topology, summary, statistics, queues, verdict, selected, onSelect }: Props) {
  const place = useRef<HTMLElement>(null);
  const width = useWidth(place);
  const columns = width <= NARROW ? 1 : columnsIn(width);
  const vertical = columns === 1;
  const [dragged, setDragged] = useState<string>();
  const mayChange = useMayPost(server, 'concorslots', topology.name, topology.components[0].name);
  const { components, stages, transactions } = topology;
  const shape = JSON.stringify([components, stages, transactions]);
  const { nodes, edges, height } = useMemo(() => elements(topology, columns), [shape, columns]); // the figures change each second, the shape does not
  const room = mayChange ? height + PALETTE : height;
  useLayoutEffect(() => place.current?.style.setProperty('--graph-height', `${room}px`), [room]);
  const state: GraphState = {
    summary,
    statistics,
    queueOf: (slot) => queues?.find(({ queue }) => queue === queueName(topology.name, slot)),
    limited: verdict?.state === 'limited' ? verdict : undefined,
    selected,
    mayChange,
    onSelect,
    dragged,
    onDrag: setDragged,
  };
  return (
    <GraphContext.Provider value={state}>
      <section ref={place} className={vertical ? 'graph graph-vertical' : 'graph'} aria-label="components" onKeyDown={move}>
        {mayChange && <Palette />}
        <ReactFlow
          key={`${columns}-${components.length}`}
          nodes={nodes}
          edges={edges}
          nodeTypes={NODE_TYPES}
          fitView
          fitViewOptions={{ padding: 0.02, maxZoom: 1, minZoom: 0.5 }}
          minZoom={0.2}
          maxZoom={1.5}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnScroll={false}
          preventScrolling={false}
          panOnScroll={false}
          deleteKeyCode={null}
          onlyRenderVisibleElements={components.length > 20}
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={24} />
          <Controls showInteractive={false} position="top-right" orientation="horizontal" />
        </ReactFlow>
      </section>
    </GraphContext.Provider>
  );
}

/** The arrow keys go from component to component. */
function move(event: KeyboardEvent) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const parts = [...event.currentTarget.querySelectorAll<HTMLElement>('.component-button')];
  const present = parts.indexOf(document.activeElement as HTMLElement);
  if (step && present >= 0) {
    event.preventDefault();
    parts[present + step]?.focus();
  }
}

/** Dropped on an empty slot, a join is put in; a join that is dropped here is taken out. */
function Palette() {
  return (
    <GraphContext.Consumer>
      {(graph) =>
        graph && (
          <div
            className={graph.dragged && graph.dragged !== 'new' ? 'palette palette-accepts' : 'palette'}
            onDragOver={(event) => graph.dragged && event.preventDefault()}
            onDrop={() => graph.dragged && graph.dragged !== 'new' && graph.onSelect(graph.dragged, 'none')}
          >
            <span
              className="join-chip"
              draggable
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', 'join'); // without data, some browsers drag nothing
                graph.onDrag('new');
              }}
              onDragEnd={() => graph.onDrag(undefined)}
            >
              join
            </span>
            <small>
              Drag it into a slot to put a join in, or a join here to take it out. By keyboard: select a component, then
              change its slot.
            </small>
          </div>
        )
      }
    </GraphContext.Consumer>
  );
}

function elements(topology: Topology, columns: number): { nodes: Node[]; edges: Edge[]; height: number } {
  const vertical = columns === 1;
  const planned = plan(topology, columns);
  const placed = (id: string, type: string, box: Box, data: Record<string, unknown>, zIndex: number): Node => ({
    id,
    type,
    position: { x: box.x, y: box.y },
    width: box.width,
    height: box.height,
    data: { vertical, ...data },
    zIndex,
    draggable: false,
    selectable: false,
  });
  const chain = planned.components.map(({ component, box }) =>
    placed(component.name, 'component', box, { component }, 2),
  );
  const nodes = [
    ...planned.bands.map((band, i) => placed(`band-${i}`, 'band', band, { band }, 0)),
    ...planned.brackets.map((bracket, i) => placed(`bracket-${i}`, 'bracket', bracket, { bracket }, 1)),
    ...chain,
    placed('admission', 'admission', planned.admission, {}, 2),
    placed('end', 'end', planned.end, {}, 2),
  ];
  const first: Edge = { id: 'before', source: 'admission', target: topology.components[0].name, type: 'smoothstep' };
  const edges = topology.components.map(({ name, kind }, i): Edge => {
    const leaves = kind === 'transition';
    return {
      id: `after-${name}`,
      source: name,
      target: topology.components[i + 1]?.name ?? 'end',
      type: 'smoothstep',
      animated: leaves,
      className: leaves ? 'edge-leaves' : undefined,
    };
  });
  return { nodes, edges: [first, ...edges], height: planned.height };
}
