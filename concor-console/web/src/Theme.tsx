import { THEMES, useTheme } from './common/theme';

/** Dark or light, as the system has it or as the user wants it. */
export function Theme() {
  const [theme, setTheme] = useTheme();
  return (
    <label className="theme">
      theme
      <select value={theme} onChange={(event) => setTheme(event.target.value)}>
        {THEMES.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}
