import { globSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Maps each folder under src to the others that it names; what those may import, it may import too. */
export type ImportGraph = Record<string, string[]>

/** Tables by their names in code: the folder that owns each, and the others that use it, by their reasons. */
export type TableRules = {
  tables: Record<string, string[]>
  alsoNames: { folders: string[]; tables: string[]; why: string }[]
}

/** An import of one file under src by another; both are relative to src. */
export type Import = { from: string; to: string }

const root = join(import.meta.dirname, '../..')
const RULES: TableRules & { imports: ImportGraph } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'import-graph.json'), 'utf8'),
)
export const IMPORT_GRAPH = RULES.imports
export const TABLE_RULES: TableRules = RULES

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'((?:#|\.{1,2}\/)[\w./-]+)/g

const TYPES = /\b(?:import|export) type\b[^;]*?from '[^']+'/g

/** Returns the imports of a file's code. */
export function importsIn(file: string, code: string): Import[] {
  return [...code.matchAll(IMPORT)].map(([, name = '']) => ({
    from: file,
    to: name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(file), name),
  }))
}

/** Returns all imports between files under src, without those of tests and, if asked, of types. */
export function readImports({ withTypes = true } = {}): Import[] {
  const files = globSync('**/*.{ts,tsx}', { cwd: join(root, 'src') })
  return files
    .filter((file) => !/\.test\.tsx?$|(^|\/)testing\//.test(file))
    .flatMap((file) => {
      const code = readFileSync(join(root, 'src', file), 'utf8')
      return importsIn(file, withTypes ? code : code.replaceAll(TYPES, ''))
    })
}

/** Returns the folder of the graph that contains a file: the innermost one, if any. */
export function folderOf(file: string, graph: ImportGraph): string | undefined {
  const folders = Object.keys(graph).filter((folder) => file.startsWith(`${folder}/`))
  return folders.sort((a, b) => b.length - a.length)[0]
}

/** Whether the graph lets one file import another. Files in no folder of the graph may import all. */
export function mayImport({ from, to }: Import, graph: ImportGraph): boolean {
  if (/(^|\/)testing\//.test(to)) return false
  const folder = folderOf(from, graph)
  const target = folderOf(to, graph)
  if (folder === undefined || folder === target) return true
  return target !== undefined && reachable(folder, graph).has(target)
}

/** Returns all folders that a folder may import, directly or transitively. */
function reachable(folder: string, graph: ImportGraph, reached = new Set<string>()): Set<string> {
  for (const name of graph[folder] ?? []) {
    const named = Object.keys(graph).filter((key) => key === name || key.startsWith(`${name}/`))
    for (const next of named) {
      if (next === folder || reached.has(next)) continue
      reached.add(next)
      reachable(next, graph, reached)
    }
  }
  return reached
}

/** Returns the circles of folders that import each other, each as a sorted list. */
export function findCircles(imports: Import[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [folder, target] = [posix.dirname(from), posix.dirname(to)]
    if (folder !== target) next.set(folder, (next.get(folder) ?? new Set()).add(target))
  }
  const reach = new Map([...next.keys()].map((folder) => [folder, walk(folder, next)]))
  const circles = [...reach].map(([folder, reached]) =>
    [...reached].filter((other) => reach.get(other)?.has(folder)).sort(),
  )
  return [...new Map(circles.filter(({ length }) => length > 1).map((c) => [c.join(), c])).values()]
}

function walk(start: string, next: Map<string, Set<string>>): Set<string> {
  const seen = new Set<string>()
  const waiting = [start]
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const other of next.get(folder) ?? []) {
      if (seen.has(other)) continue
      seen.add(other)
      waiting.push(other)
    }
  }
  return seen
}
