import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import type { AcceptedPlugin, Rule } from 'postcss';
import { defineConfig, type Plugin } from 'vite';

/** Builds the extension for Spring Boot Admin: one script and one style sheet in the folder from which it loads extensions. */

const SCOPE = '.concor-console';

function scoped(selector: string): string {
  if (selector.startsWith(SCOPE)) {
    return selector;
  }
  if (/^(:root|body)$/.test(selector)) {
    return SCOPE;
  }
  return /^:root\[.*\]$/.test(selector) ? `${selector} ${SCOPE}` : `${SCOPE} ${selector}`;
}

/** Restricts each rule to the console. */
function scope(): AcceptedPlugin {
  return {
    postcssPlugin: 'scope',
    OnceExit(root) {
      root.walkRules((rule: Rule) => {
        const { parent } = rule;
        if (!(parent?.type === 'atrule' && 'name' in parent && String(parent.name).endsWith('keyframes'))) {
          rule.selectors = rule.selectors.map(scoped);
        }
      });
      root.walkDecls('color-scheme', (declaration) => {
        declaration.value = declaration.value.replace('light dark', 'light'); // as the page around it, unless the user wants dark
      });
    },
  };
}

/** Uses the places of Spring Boot Admin in place of the page's. */
function route(): Plugin {
  const sources = fileURLToPath(new URL('src/', import.meta.url));
  const own = `${sources}sbaRoute.ts`;
  return {
    name: 'route',
    enforce: 'pre',
    resolveId: (source, importer) =>
      /^\.{1,2}\/route$/.test(source) && importer?.startsWith(sources) && importer !== own ? own : undefined,
  };
}

export default defineConfig({
  plugins: [react(), route()],
  publicDir: false,
  css: { postcss: { plugins: [scope()] } },
  build: {
    outDir: '../../concor-console-sba/target/classes/META-INF/spring-boot-admin-server-ui/extensions/concor',
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    rollupOptions: {
      input: 'src/sba.tsx',
      // Spring Boot Admin lets a browser keep an extension for an hour: another content has another name
      output: { format: 'iife', entryFileNames: 'concor-[hash].js', assetFileNames: 'concor-[hash][extname]' },
    },
  },
});
