import { useState } from 'react';
import { link } from '../route';
import { addServer } from '../servers';

/** A link leads to a server that this browser does not know. Nothing is sent to it before the user agrees. */
export function UnknownServer({ address }: { address: string }) {
  const [problem, setProblem] = useState<string>();
  return (
    <main>
      <p>
        This link leads to the server <strong>{address}</strong>, which this browser does not know yet.{' '}
        <button type="button" onClick={() => setProblem(addServer(address))}>
          Add it
        </button>{' '}
        or go to <a href={link({})}>the flows of this server</a>.
      </p>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </main>
  );
}
