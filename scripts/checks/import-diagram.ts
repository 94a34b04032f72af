import { join } from 'node:path'
import type { ImportGraph, TableRules } from './import-graph.ts'

export const ARCHITECTURE = join(import.meta.dirname, '../../docs/architecture.md')

const BEGIN = '<!-- from scripts/checks/import-graph.json; `npx vitest run import-graph -u` writes it -->'
const END = '<!-- end -->'

/** The page with the image of this graph between its two marks. */
export function withDiagram(page: string, graph: ImportGraph, { tables }: TableRules): string {
  const [before, rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error(`docs/architecture.md lacks ${BEGIN} or ${END}`)
  const width = Math.max(...Object.keys(graph).map((folder) => folder.length))
  const lines = Object.keys(graph).map((folder) => {
    const uses = (graph[folder] ?? []).join(', ') || 'nothing of ours'
    return `${folder.padEnd(width)} ──▶ ${uses}`
  })
  const owners = Object.entries(tables).map(
    ([folder, names]) => `| \`src/${folder}\` | ${names.map(snakeCase).join(', ')} |`,
  )
  const table = ['| Folder | Its tables |', '|---|---|', ...owners].join('\n')
  return `${before}${BEGIN}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n${table}\n\n${END}${after}`
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
