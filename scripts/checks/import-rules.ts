import { readFileSync, writeFileSync } from 'node:fs'
import { ARCHITECTURE, withDiagram } from './import-diagram.ts'

/**
 * Maps each folder under src to the other folders that it may import; a folder inside another one has
 * rules of its own instead. `!name` is a package that the folder may not import.
 */
export type ImportGraph = Record<string, string[]>

/** Tables by their names in code: the folder that owns each, and the others that use it, with reasons. */
export type TableRules = {
  tables: Record<string, string[]>
  alsoNames: { folder: string; tables: string[]; why: string }[]
}

const RULES: TableRules & { imports: ImportGraph } = JSON.parse(
  readFileSync(new URL('import-graph.json', import.meta.url), 'utf8'),
)
export const IMPORT_GRAPH = RULES.imports
export const TABLE_RULES: TableRules = RULES
export const RULES_FILE = new URL('../../biome.imports.json', import.meta.url)

/** Returns the lint configuration for the graph, as JSON. */
export function importRules(graph: ImportGraph): string {
  const folders = Object.keys(graph)
  const overrides = Object.entries(graph).map(([folder, uses]) => ({
    includes: [
      `src/${folder}/**`,
      ...folders.filter((name) => name.startsWith(`${folder}/`)).map((name) => `!src/${name}/**`),
      `!src/**/*.test.ts`,
      `!src/**/*.test.tsx`,
    ],
    linter: { rules: { style: { noRestrictedImports: restriction(folder, uses) } } },
  }))
  return `${JSON.stringify({ overrides }, null, 2)}\n`
}

function restriction(folder: string, entries: string[]) {
  const uses = entries.filter((entry) => !entry.startsWith('!'))
  const packages = entries.filter((entry) => entry.startsWith('!')).map((entry) => entry.slice(1))
  const allowed = [folder, ...uses].map((name) => `!#${name}/**`)
  return {
    level: 'error',
    options: {
      patterns: [
        {
          group: ['../**', '#*', '#*/**', ...allowed, '#platform/testing/**'],
          message: `${folder} may import ${uses.join(', ') || 'nothing but itself'}: see scripts/checks/import-graph.json.`,
        },
        ...packages.map((name) => ({
          group: [name, `${name}/**`],
          message: `${folder} may not import ${name}: see scripts/checks/import-graph.json.`,
        })),
      ],
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(RULES_FILE, importRules(IMPORT_GRAPH))
  const page = readFileSync(ARCHITECTURE, 'utf8')
  writeFileSync(ARCHITECTURE, withDiagram(page, IMPORT_GRAPH, TABLE_RULES))
}
