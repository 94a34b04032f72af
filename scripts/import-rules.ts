import { readFileSync, writeFileSync } from 'node:fs'

/** Maps each folder under src to the other folders that it may import. */
export type ImportGraph = Record<string, string[]>

export const IMPORT_GRAPH: ImportGraph = JSON.parse(
  readFileSync(new URL('import-graph.json', import.meta.url), 'utf8'),
)
export const RULES_FILE = new URL('../biome.imports.json', import.meta.url)

/** Returns the lint configuration for the graph, as JSON. */
export function importRules(graph: ImportGraph): string {
  const overrides = Object.entries(graph).map(([folder, uses]) => ({
    includes: [`src/${folder}/**`, `!src/**/*.test.ts`, `!src/**/*.test.tsx`],
    linter: { rules: { style: { noRestrictedImports: restriction(folder, uses) } } },
  }))
  return `${JSON.stringify({ overrides }, null, 2)}\n`
}

function restriction(folder: string, uses: string[]) {
  const allowed = [folder, ...uses].map((name) => `!#${name}/**`)
  return {
    level: 'error',
    options: {
      patterns: [
        {
          group: ['../**', '#*', '#*/**', ...allowed, '#platform/testing/**'],
          message: `${folder} may import ${uses.join(', ') || 'nothing but itself'}: see scripts/import-graph.json.`,
        },
      ],
    },
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(RULES_FILE, importRules(IMPORT_GRAPH))
