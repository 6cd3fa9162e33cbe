import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const page = new URL('../../target/classes/io/concor/console/page/', import.meta.url);

it('has at most 250 kB, compressed', () => {
  const files = readdirSync(new URL('assets/', page)).map((name) => readFileSync(new URL(`assets/${name}`, page)));
  const bytes = files.reduce((sum, file) => sum + gzipSync(file).length, 0);

  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(250_000);
});

it('contains neither scripts nor styles in the page itself', () => {
  const html = readFileSync(new URL('index.html', page), 'utf8');

  expect(html).not.toMatch(/<style|style=|<script(?![^>]*src=)|onload=/);
  expect(readFileSync(new URL('files.txt', page), 'utf8').trim().split('\n')).toContain('index.html');
});
