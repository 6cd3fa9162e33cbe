import { useState, type FormEvent } from 'react';
import { addServer, removeServer, useServers } from '../servers';

/** Adds and removes servers. */
export function Servers() {
  const servers = useServers();
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = (event: FormEvent) => {
    event.preventDefault();
    const refused = addServer(address);
    setProblem(refused);
    setAddress(refused ? address : '');
  };
  return (
    <details className="servers">
      <summary>Servers ({servers.length})</summary>
      <div className="servers-panel">
        <ul>
          {servers.map((server, i) => (
            <li key={server.base}>
              {server.name} <small>{server.base}</small>{' '}
              {i > 0 && (
                <button type="button" onClick={() => removeServer(server.base)} aria-label={`remove ${server.name}`}>
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
        <form onSubmit={add}>
          <label>
            Address of the Actuator
            <input
              type="url"
              required
              value={address}
              placeholder="http://host:8081/actuator"
              onChange={(event) => setAddress(event.target.value)}
            />
          </label>
          <button type="submit">Add</button>
        </form>
        {problem && <p className="problem" role="alert">{problem}</p>}
      </div>
    </details>
  );
}
