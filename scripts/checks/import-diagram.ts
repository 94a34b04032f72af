import type { ImportGraph, TableRules } from './import-rules.ts'

export const ARCHITECTURE = new URL('../../docs/architecture.md', import.meta.url)

const BEGIN =
  '<!-- from scripts/checks/import-graph.json by `node scripts/checks/import-rules.ts` -->'
const END = '<!-- end -->'

/** The page with the image of this graph between its two marks. */
export function withDiagram(page: string, graph: ImportGraph, { tables }: TableRules): string {
  const [before, rest = ''] = page.split(BEGIN)
  const after = rest.split(END)[1]
  if (after === undefined) throw new Error(`docs/architecture.md lacks ${BEGIN} or ${END}`)
  const width = Math.max(...Object.keys(graph).map((folder) => folder.length))
  const lines = Object.keys(graph).map((folder) => {
    const uses =
      nearest(graph, folder)
        .filter((name) => !name.startsWith('!'))
        .join(', ') || 'nothing of ours'
    return `${folder.padEnd(width)} ──▶ ${uses}`
  })
  const owners = Object.entries(tables).map(
    ([folder, names]) => `| \`src/${folder}\` | ${names.map(snakeCase).join(', ')} |`,
  )
  const table = ['| Folder | Its tables |', '|---|---|', ...owners].join('\n')
  return `${before}${BEGIN}\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n${table}\n\n${END}${after}`
}

/** What a folder may import, without what those folders may import in turn. */
function nearest(graph: ImportGraph, folder: string): string[] {
  const uses = graph[folder] ?? []
  const further = new Set(uses.flatMap((name) => graph[name] ?? []))
  // Every slice of the shop may use the platform, and most do.
  return uses.filter(
    (name) => !further.has(name) && !(uses.includes('shop') && name === 'platform'),
  )
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
